/** What does a key remember of its schedules? */

/** How far a schedule of this key got. */
export interface Slot {
  readonly anchorAt: number
  /** Only grows. */
  readonly lastSlot: number
}

/** How far a schedule got. An id may be the name of what every object inherits: `constructor`. */
export function slotOf(
  { slots }: { readonly slots: Readonly<Record<string, Slot>> },
  id: string,
): Slot | undefined {
  return Object.hasOwn(slots, id) ? slots[id] : undefined
}
