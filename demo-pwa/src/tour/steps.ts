/** What is there to be seen, what does a visitor do for it, and how does it look? */

/** The steps, in their order. */
export const stepIds = ['two-tabs', 'crash', 'freeze', 'offline', 'clock', 'accounts'] as const

/** One of them. */
export type StepId = (typeof stepIds)[number]

/** The words of a step. */
export interface StepWords {
  readonly title: string
  readonly todo: string
  readonly lookFor: string
  /** Where what the page does is not quite what happens to people. */
  readonly honest?: string
}

/** What each step says. */
export const stepWords: Readonly<Record<StepId, StepWords>> = {
  'two-tabs': {
    title: 'One sync for two tabs',
    todo: 'Open a second tab, beside this one if there is room, and start a slow sync here.',
    lookFor:
      'Both tabs say “Already syncing”, with the same progress. A press on that in the other tab joins this sync: only one of them asks the server.',
  },
  crash: {
    title: 'A tab crashes in the middle',
    todo: 'With two tabs open: this one starts a slow sync, and crashes in the middle of it.',
    lookFor:
      'The other tab goes on at once, where this one was: “Taken over 1×”. Load this one again afterwards.',
  },
  freeze: {
    title: 'A tab freezes',
    todo: 'With two tabs open: this one starts a slow sync, then does nothing for some seconds.',
    lookFor:
      'Nothing at first: it might come back. When its lease is over the other tab takes over. Awake again, this one is refused its next write, and joins.',
    honest:
      'No page can freeze itself as a browser does. It is kept busy, which looks the same from outside: it answers nobody, and keeps its lock.',
  },
  offline: {
    title: 'No network',
    todo: 'Take the network away, make an edit, and bring the network back.',
    lookFor:
      '“Sync is deferred · offline” in every tab, and the edit is marked as not sent. With the network it is sent by itself, once.',
    honest:
      'The page can only pretend: in all its tabs requests fail, and the browser’s sign for “offline” is set. Switching your real network off does the same.',
  },
  clock: {
    title: 'A clock that is wrong',
    todo: 'Set the clock of this tab an hour ahead, and start a slow sync in the other one.',
    lookFor:
      'Seen from here its lease ran out long ago, and the card says “not responding”. It is left alone all the same, since its tab answers when it is asked: nothing is taken over, nothing is done twice.',
  },
  accounts: {
    title: 'Another account, in the middle of a sync',
    todo: 'Start a slow sync, and change to the other account while it is under way.',
    lookFor:
      'Every tab changes with this one, and shows rows of the new account alone. The sync has “ended by a sign-out”: see Activity when you are back.',
  },
}
