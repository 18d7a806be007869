/** What an event answers when its end comes before the store's answer. */
import { expect, test } from 'vitest'
import { defineTask, type StoreFactory } from '../../src/index.ts'
import { createMemory, memoryStore } from '../../src/store/memory.ts'
import { createGate } from '../registry/faulty-store.ts'
import { budgetMs, buildApp } from './build.ts'

test('an event that ends before it hears of a decision says that something may be left', async () => {
  const memory = createMemory()
  const make = memoryStore(memory)
  const gate = createGate()
  const answer = createGate()
  let isSilent = false
  const slow: StoreFactory = context => {
    const real = make(context)
    return {
      ...real,
      async transact(address, decide, options) {
        const landed = await real.transact(address, decide, options)
        if (isSilent) await answer.opened
        return landed
      },
    }
  }
  const task = defineTask({ scope: 'sync', run: () => undefined })
  const { page, workerBrowser, advance } = await buildApp(
    { tasks: [task], store: make },
    { store: slow },
  )
  page.registry.stop()
  const served = workerBrowser.wake(async triggers => {
    await gate.opened
    isSilent = true
    await triggers.all('push', 'news')
  })
  await advance(budgetMs + 15_000)
  gate.open()
  await advance(1_000)
  expect(await served).toEqual({ isLeft: true })
  const { deferred } = memory.databases.get('leasehold')?.records.get('ada|sync') ?? {}
  expect(deferred).toMatchObject({ reason: 'no-event' })
  answer.open()
  await advance(1_000)
})
