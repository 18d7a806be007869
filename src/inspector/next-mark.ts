/** Where does an arrow key lead on the timeline? */

/** Something on the timeline that can have the focus: a bar or a tick. */
export interface Mark {
  readonly id: string
  readonly at: number
  /** The triggers that a tick stands for. */
  readonly triggers?: readonly string[]
}

/** The mark to go to from `id`, in lanes of marks; the same where there is no other; `null` where there is none at all. */
export function nextMark(
  lanes: readonly (readonly Mark[])[],
  id: string | null,
  key: string,
): string | null {
  const sorted = lanes
    .filter(lane => lane.length > 0)
    .map(lane => lane.toSorted((a, b) => a.at - b.at))
  const row = sorted.findIndex(lane => lane.some(mark => mark.id === id))
  const lane = sorted[row]
  if (!lane) return sorted[0]?.at(-1)?.id ?? null
  const index = lane.findIndex(mark => mark.id === id)
  const here = lane[index]
  switch (key) {
    case 'ArrowLeft':
      return lane[Math.max(0, index - 1)]?.id ?? id
    case 'ArrowRight':
      return lane[Math.min(lane.length - 1, index + 1)]?.id ?? id
    case 'Home':
      return lane[0]?.id ?? id
    case 'End':
      return lane.at(-1)?.id ?? id
    case 'ArrowUp':
      return nearest(sorted[row - 1], here) ?? id
    case 'ArrowDown':
      return nearest(sorted[row + 1], here) ?? id
    default:
      return id
  }
}

/** The mark that has, or would have, the focus instead of one that is `gone`: with its triggers, or else the nearest in time. */
export function standIn(
  lanes: readonly (readonly Mark[])[],
  gone: Mark | undefined,
): string | null {
  if (!gone) return nextMark(lanes, null, '')
  const all = lanes.flat()
  const heir = all.find(({ triggers = [] }) => triggers.some(id => gone.triggers?.includes(id)))
  return heir?.id ?? nearest(all, gone)
}

function nearest(lane: readonly Mark[] | undefined, here: Mark | undefined): string | null {
  if (!lane || !here) return null
  const sorted = lane.toSorted((a, b) => Math.abs(a.at - here.at) - Math.abs(b.at - here.at))
  return sorted[0]?.id ?? null
}
