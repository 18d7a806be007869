/** Which tab is meant, and what makes a trigger fire, in plain words? */

const meanings: Readonly<Record<string, string>> = {
  manual: 'a press',
  foreground: 'a return to the app',
  online: 'the network coming back',
  schedule: 'the clock, every 15 min',
  change: 'an edit',
  retry: 'another attempt',
}

/** What the source of a trigger means, such as `a press`. */
export function sourceMeaning(source: string): string {
  return meanings[source] ?? source
}

/** The source of a trigger, and what it means, such as `manual (a press)`. */
export function sourceWords(source: string): string {
  const meaning = meanings[source]
  return meaning === undefined ? source : `${source} (${meaning})`
}

/** Where something happened, as seen from the tab whose registry is `here`. */
export function tabWords(agent: string, here: string): string {
  return agent === here ? 'in this tab' : 'in another tab'
}
