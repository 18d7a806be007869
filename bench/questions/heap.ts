/** What heap does a watched key take? */
import { shared } from '../columns.ts'
import type { Question } from '../lib/question.ts'
import type { Measured } from '../lib/row.ts'

/** Of keys for which nothing ever happened. */
export const heap: Question = {
  needs: 'chromium',
  rows: ({ compared }) => [
    { name: 'heap-task', title: 'heap of a task that is defined', unit: 'bytes' },
    {
      name: 'heap-key',
      title: 'heap of its key, when it is watched',
      unit: 'bytes',
      // A key that takes nothing was not measured.
      budgets: shared
        .filter(column => compared.includes(column))
        .map(column => ({ column, statistic: 'p50', atMost: 1_500, atLeast: 1 })),
    },
  ],
  async measure(house) {
    const { watchedKeys: count, compared } = house.scale
    const tasks: Record<string, Measured> = {}
    const keys: Record<string, Measured> = {}
    for (const column of shared.filter(each => compared.includes(each))) {
      const { page } = await house.open('heap')
      const ofTask: number[] = []
      const ofKey: number[] = []
      // The first round compiles.
      for (let round = 0; round <= 3; round += 1) {
        const range = [column, round * count, (round + 1) * count] as const
        const before = await house.heapOf(page)
        await page.evaluate(([name, from, to]) => window.bench.defineMany(name, from, to), range)
        const defined = await house.heapOf(page)
        await page.evaluate(([name, from, to]) => window.bench.watchMany(name, from, to), range)
        const watched = await house.heapOf(page)
        if (round === 0) continue
        ofTask.push((defined - before) / count)
        ofKey.push((watched - defined) / count)
      }
      tasks[column] = { values: ofTask }
      keys[column] = { values: ofKey }
      await house.clear()
    }
    return { 'heap-task': tasks, 'heap-key': keys }
  },
}
