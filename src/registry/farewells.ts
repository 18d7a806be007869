/** The farewell of a page whose channel nobody hears: a tab alone that is reloaded, or closed and opened again. */
import { addFarewells, readFarewells, removeFarewells } from '../model/farewell.ts'
import type { Environment } from '../port/environment.ts'

/** What owners leave behind, and later pages find. */
export interface Farewells {
  /** These owners leave by themselves. */
  say(owners: readonly string[]): void
  /** They are back, under the same leases. */
  takeBack(owners: readonly string[]): void
  wasSaidBy(owner: string): boolean
}

/** Makes it for the registries of that name. */
export function createFarewells(environment: Environment, registryName: string): Farewells {
  const name = `${registryName}:bye`
  return {
    say(owners) {
      if (owners.length === 0) return
      environment.leaveNote(name, addFarewells(environment.readNote(name), owners))
    },
    takeBack(owners) {
      if (owners.length === 0) return
      environment.leaveNote(name, removeFarewells(environment.readNote(name), owners))
    },
    wasSaidBy: owner => readFarewells(environment.readNote(name)).includes(owner),
  }
}
