/** Which triggers are armed, for whom. */
import { expect, test } from 'vitest'
import { defineTask } from '../../src/index.ts'
import type { TriggerSource } from '../../src/port/trigger-source.ts'
import { createArming } from '../../src/registry/arming.ts'
import { createManualClock } from '../../src/testing/index.ts'
import { createSimEnvironment } from '../../src/testing/sim-environment.ts'
import { buildTimed } from './build.ts'

function build() {
  const log: string[] = []
  const source: TriggerSource = {
    kind: 'signal',
    name: 'bell',
    arm({ fire }) {
      log.push('armed')
      fire({ source: 'bell', brings: 'nothing' })
      return () => void log.push('disarmed')
    },
  }
  const task = defineTask({ scope: 'sync', run: () => undefined, triggers: [source] })
  const arming = createArming({
    environment: createSimEnvironment('tab', queueMicrotask),
    clock: createManualClock(),
    fire: ({ key }, { source: from, byUser }) => void log.push(`${from} ${key} ${byUser}`),
    onError: error => void log.push(String(error)),
  })
  return { arming, task, log }
}

test('a trigger is armed once for each user, and disarmed when the user left', () => {
  const { arming, task, log } = build()
  arming.update([task], ['ada'])
  arming.update([task], ['ada'])
  expect(log.splice(0)).toEqual(['armed', 'bell ada|sync false'])
  arming.update([task], ['bob'])
  expect(log.splice(0)).toEqual(['disarmed', 'armed', 'bell bob|sync false'])
  arming.stop()
  arming.stop()
  expect(log).toEqual(['disarmed'])
})

test('a sign-out in one tab disarms the triggers in every other', async () => {
  const armed: string[] = []
  const source: TriggerSource = {
    kind: 'signal',
    name: 'bell',
    arm() {
      armed.push('armed')
      return () => void armed.pop()
    },
  }
  const tasks = [defineTask({ scope: 'sync', run: () => undefined, triggers: [source] })]
  const tab = buildTimed({ tasks })
  const other = tab.another()
  await tab.registry.signIn('ada')
  await tab.advance(0)
  expect(armed).toHaveLength(2)
  await other.registry.signOut()
  await tab.advance(0)
  expect(armed).toHaveLength(0)
})

test.each(['signs out', 'stops'])(
  'a source that %s while it is armed leaves nothing armed, of no task',
  how => {
    const armed: string[] = []
    let onArmed = (): void => undefined
    const tasks = ['one', 'two'].map(scope => {
      const source: TriggerSource = {
        kind: 'signal',
        name: 'bell',
        arm() {
          armed.push(scope)
          onArmed()
          return () => void armed.splice(armed.indexOf(scope), 1)
        },
      }
      return defineTask({ scope, run: () => undefined, triggers: [source, source] })
    })
    const { arming } = build()
    onArmed = () => {
      onArmed = () => undefined
      return how === 'stops' ? arming.stop() : arming.update(tasks, [])
    }
    arming.update(tasks, ['ada'])
    expect(armed).toEqual([])
    arming.update(tasks, ['ada'])
    expect(armed).toEqual(['one', 'one', 'two', 'two'])
  },
)
