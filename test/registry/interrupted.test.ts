/** What an agent that may not take over shows of an owner that died. */
import { expect, test } from 'vitest'
import { defineTask } from '../../src/index.ts'
import { createLocalLocks } from '../../src/testing/local-locks.ts'
import { buildTimed } from './build.ts'

const graceMs = 5_000

/** A tab whose run was lost with it, and one that has stopped and sees that. */
async function setUp() {
  const locks = createLocalLocks()
  const called: string[] = []
  const optionsOf = (tab: string) => ({
    presence: locks.presenceFor(tab),
    tasks: [
      defineTask({
        scope: 'sync',
        takeoverGraceMs: graceMs,
        run({ signal }) {
          called.push(tab)
          return new Promise<void>(resolve => {
            signal.addEventListener('abort', () => resolve())
          })
        },
      }),
    ],
  })
  const owner = buildTimed(optionsOf('owner'))
  const open = async (tab: string) => {
    const opened = owner.another(optionsOf(tab))
    await opened.registry.signIn('ada')
    return opened.registry
  }
  await owner.registry.signIn('ada')
  await owner.registry.trigger('ada|sync')
  const stopped = await open('stopped')
  stopped.stop()
  const shown: string[] = []
  stopped.watch('ada|sync').subscribe(({ status }) => shown.push(status))
  await owner.advance(0)
  return { ...owner, called, shown, open, die: () => locks.leave('owner') }
}

test('nobody else is there: interrupted, once those who could take over would have done so', async () => {
  const { advance, shown, die } = await setUp()
  die()
  await advance(graceMs + 999)
  expect(shown).not.toContain('interrupted')
  await advance(1)
  expect(shown.at(-1)).toBe('interrupted')
})

test('a takeover that waits for the grace of the task is not called an interruption', async () => {
  const { advance, called, shown, open, die } = await setUp()
  await open('other')
  die()
  await advance(graceMs + 2_000)
  expect(called).toEqual(['owner', 'other'])
  expect(shown).not.toContain('interrupted')
})
