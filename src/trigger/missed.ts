/** What every schedule takes as `missed`. */
import { RegistryError } from '../model/error.ts'
import { foundIn } from '../model/option-kinds.ts'
import type { Missed } from '../model/schedule.ts'

/** Throws `invalid-argument` for anything but the three words. */
export function checkMissed(missed: Missed, where: string): Missed {
  if (['latest', 'skip', 'all'].includes(missed)) return missed
  throw new RegistryError(
    'invalid-argument',
    `${where}: 'missed' must be one of latest, skip, all, found ${foundIn(missed)}.`,
  )
}
