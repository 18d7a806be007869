// The fault decorator breaks a store on demand and is invisible otherwise.
import { createMemory, memoryStore } from 'leasehold/memory'
import { describe, expect, test } from 'vitest'
import { addressOf, raising } from '../../src/testing/store-case.ts'
import { storeCases } from '../../src/testing/store-cases.ts'
import { withFaults } from '../../src/testing/store-faults.ts'
import { openStore } from './contexts.ts'

const here = addressOf()

describe('contract, without a fault', () => {
  test.each(storeCases)('$name', ({ run }) => run(withFaults(memoryStore()).factory, 'case'))
})

describe('an operation', () => {
  test('rejects and writes nothing while stores reject', async () => {
    const { factory, inject } = withFaults(memoryStore())
    const store = openStore(factory)
    inject({ kind: 'rejects', error: new Error('broken') })
    await expect(store.transact(here, raising())).rejects.toThrow('broken')
    inject(null)
    expect(await store.transact(here, raising())).toBe(1)
  })

  test('waits until the fault is lifted, or its signal is aborted', async () => {
    const { factory, inject } = withFaults(memoryStore())
    const store = openStore(factory)
    inject({ kind: 'waits' })
    const controller = new AbortController()
    const given = store.transact(here, raising(), { signal: controller.signal })
    const patient = store.transact(here, raising())
    controller.abort(new Error('given up'))
    await expect(given).rejects.toThrow('given up')
    inject(null)
    expect(await patient).toBe(1)
  })

  test('lands without an answer until the fault is lifted', async () => {
    const memory = createMemory()
    const { factory, inject } = withFaults(memoryStore(memory))
    const store = openStore(factory)
    inject({ kind: 'unanswered' })
    const other = openStore(memoryStore(memory))
    let answered = false
    const answer = store.transact(here, raising()).then(version => {
      answered = true
      return version
    })
    while ((await other.read(here)).record === null);
    expect(answered).toBe(false)
    inject(null)
    expect(await answer).toBe(1)
  })

  test('lands and rejects all the same', async () => {
    const { factory, inject } = withFaults(memoryStore())
    const store = openStore(factory)
    inject({ kind: 'lands-and-rejects', error: new Error('lost') })
    await expect(store.transact(here, raising())).rejects.toThrow('lost')
    inject(null)
    expect((await store.read(here)).record?.version).toBe(1)
  })
})
