/** The contract cases of the IndexedDB store on `window`, each to be run by its name. */
import { idbStore } from 'leasehold/idb'
import { storeCases } from '../../src/testing/store-cases.ts'

async function runCase(name: string): Promise<void> {
  const found = storeCases.find(storeCase => storeCase.name === name)
  if (!found) throw new Error(`no case is named ${name}`)
  await found.run(idbStore(), `store-${Math.random()}`)
}
Object.assign(window, { runCase })
