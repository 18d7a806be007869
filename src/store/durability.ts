/** How durably does a store in IndexedDB write? */
import { RegistryError } from '../model/error.ts'
import { checkKinds, foundIn } from '../model/option-kinds.ts'

/** `relaxed`: a write may be lost with the power · `strict`: it is written through to the disk. */
export type Durability = 'relaxed' | 'strict'

/** What the caller of a store said of it; default `relaxed`. Throws `invalid-option`. */
export function durabilityOf(
  options: { readonly durability?: Durability },
  where: string,
): Durability {
  checkKinds(options, { durability: 'any' }, where, 'invalid-option')
  const { durability = 'relaxed' } = options
  if (durability === 'relaxed' || durability === 'strict') return durability
  throw new RegistryError(
    'invalid-option',
    `${where}: 'durability' must be relaxed or strict, found ${foundIn(durability)}.`,
    { option: 'durability' },
  )
}
