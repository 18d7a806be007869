/** What should somebody try who sees the demo for the first time? Said by the terminal and the sign-in page. */
export const tour: readonly string[] = [
  'Sign in: it syncs by itself. Then open it in a second tab.',
  'Under Trouble, switch “Slow server” on if it is off, and press “Reset the server”.',
  'Press “Sync now”: both tabs say “Already syncing”, and either can cancel.',
]
