import { test } from 'vitest'
import { planHistory } from './actions.ts'
import { playOrShrink } from './shrink.ts'

test('some histories', async () => {
  const from = Number(process.env['FROM'] ?? 1)
  const n = Number(process.env['N'] ?? 200)
  const total = new Map<string, number>()
  let steps = 0
  const start = performance.now()
  const errors: string[] = []
  for (let seed = from; seed < from + n && errors.length < Number(process.env['MAX'] ?? 1); seed++) {
    try {
      const { counts, steps: s } = await playOrShrink(planHistory(seed))
      steps += s
      for (const [k, v] of counts) total.set(k, (total.get(k) ?? 0) + v)
    } catch (e) { errors.push(process.env['SHORT'] ? (e as Error).message.split('\n').filter(l => l.startsWith('seed')).join() : (e as Error).message) }
  }
  console.log([...total].sort().map(([k, v]) => `${k} ${v}`).join('\n'), steps, performance.now() - start)
  if (errors.length) throw new Error(errors.join('\n\n'))
}, 600_000)
