/** What an agent does on its own while its store rests. */
import { expect, onTestFinished, test } from 'vitest'
import { defineTask } from '../../src/index.ts'
import { every } from '../../src/trigger/index.ts'
import { buildTimed } from './build.ts'
import { faultyStore } from './faulty-store.ts'

test('slots that fall due meanwhile are not decided again and again: one serves them afterwards', async () => {
  let broken = false
  const task = defineTask({
    scope: 'sync',
    minIntervalMs: 0,
    run: () => undefined,
    triggers: [every(1_000)],
  })
  const store = faultyStore(() => (broken ? 'fail' : null))
  const { registry, advance } = buildTimed({ tasks: [task], store })
  onTestFinished(() => {
    broken = false
  })
  await registry.signIn('ada')
  await advance(1_500)
  const decided: string[] = []
  registry.events.subscribe(event => {
    if (event.type === 'trigger') decided.push(event.decision)
  })
  broken = true
  await advance(60_000)
  expect(decided.length).toBeLessThanOrEqual(3)
  broken = false
  await advance(40_000)
  expect(decided).toContain('started')
})
