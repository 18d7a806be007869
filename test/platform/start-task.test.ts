// Does work start in a task of its own, in order?
import { afterEach, expect, test, vi } from 'vitest'
import { createTaskStarter } from '../../src/platform/start-task.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** Runs `steps` promise reactions one after the other. */
async function reactions(steps: number): Promise<void> {
  for (let i = 0; i < steps; i++) await Promise.resolve()
}

test('work starts neither at the call nor in a promise chain of its caller', async () => {
  const order: string[] = []
  const done = new Promise<void>(resolve => {
    createTaskStarter()(() => {
      order.push('work')
      resolve()
    })
  })
  order.push('caller')
  await reactions(50)
  order.push('chain')
  await done
  expect(order).toEqual(['caller', 'chain', 'work'])
})

test.each([
  ['', globalThis.MessageChannel],
  [', also where there is no MessageChannel', undefined],
])('work starts in the order of the calls, each in a task of its own%s', async (_, channel) => {
  vi.stubGlobal('MessageChannel', channel)
  const startTask = createTaskStarter()
  const order: string[] = []
  await new Promise<void>(resolve => {
    for (const name of ['a', 'b', 'c']) {
      startTask(() => {
        order.push(name)
        void reactions(20).then(() => order.push(`${name} chain`))
      })
    }
    startTask(resolve)
  })
  expect(order).toEqual(['a', 'a chain', 'b', 'b chain', 'c', 'c chain'])
})

test('work that asks for more work is followed by it, after what was asked before', async () => {
  const startTask = createTaskStarter()
  const order: number[] = []
  await new Promise<void>(resolve => {
    startTask(() => {
      order.push(1)
      startTask(() => {
        order.push(3)
        resolve()
      })
    })
    startTask(() => order.push(2))
  })
  expect(order).toEqual([1, 2, 3])
})

test('a starter that has been idle starts work again', async () => {
  const startTask = createTaskStarter()
  for (let i = 0; i < 3; i++) await new Promise<void>(resolve => startTask(resolve))
})

test('a port is opened for the first work, not before, and used again', async () => {
  const { MessageChannel } = globalThis
  const open = vi.fn(() => new MessageChannel())
  vi.stubGlobal('MessageChannel', function MessageChannel() {
    return open()
  })
  const startTask = createTaskStarter()
  expect(open).not.toHaveBeenCalled()
  for (let i = 0; i < 3; i++) await new Promise<void>(resolve => startTask(resolve))
  expect(open).toHaveBeenCalledTimes(1)
})
