/** What should somebody try who sees the demo for the first time? Said by the terminal and the sign-in page. */
export const tour: readonly string[] = [
  'Sign in: it syncs by itself.',
  'Open “Tour”: it leads through a second tab, a crash, a freeze, no network, a wrong clock and a switch of accounts.',
  'Under “Trouble” everything can be broken by hand.',
]
