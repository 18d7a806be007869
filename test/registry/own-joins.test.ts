import { expect, test } from 'vitest'
import { triggersKept } from '../../src/model/bounds.ts'
import { defineTask } from '../../src/index.ts'
import { buildRegistry } from './build.ts'

test('triggers that join a run of this tab are counted beyond those that are kept', async () => {
  let letGo: () => void = () => undefined
  const held = new Promise<void>(resolve => {
    letGo = resolve
  })
  const task = defineTask({ scope: 'joins', run: () => held })
  const registry = buildRegistry({ tasks: [task] })
  await registry.signIn('ada')
  const first = await registry.trigger(task)
  for (let i = 0; i < 30; i++) await registry.trigger(task, { source: `source-${i}` })
  letGo()
  await first.done
  const [run] = (await registry.history(task)).runs
  expect(run?.triggers).toHaveLength(triggersKept)
  expect(run?.triggersDropped).toBe(1 + 30 - triggersKept)
})
