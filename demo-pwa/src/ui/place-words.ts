/** Which tab is meant, and what makes a trigger fire, in plain words? */

const sources: Readonly<Record<string, string>> = {
  manual: 'manual (a press)',
  foreground: 'foreground (somebody came back)',
  online: 'online (the network came back)',
  schedule: 'schedule (every 15 min)',
  change: 'change (an edit)',
  retry: 'retry (an attempt had failed)',
}

/** The source of a trigger, and what it means. */
export function sourceWords(source: string): string {
  return sources[source] ?? source
}

/** Where something happened, as seen from the tab whose registry is `here`. */
export function tabWords(agent: string, here: string): string {
  return agent === here ? 'in this tab' : 'in another tab'
}
