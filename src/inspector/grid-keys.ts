/** To which row of a table does a key lead? */

/** The index to go to from `index`, within bounds; `null` for a key that leads nowhere. `page`: rows in sight. */
export function rowOfKey(key: string, index: number, count: number, page: number): number | null {
  const to: Readonly<Record<string, number>> = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    PageDown: index + page,
    PageUp: index - page,
    Home: 0,
    End: count - 1,
  }
  const next = to[key]
  return next === undefined ? null : Math.max(0, Math.min(count - 1, next))
}
