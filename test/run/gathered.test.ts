/** What goes along with the next write, when writes end in another order than they began. */
import { expect, test } from 'vitest'
import { createGathered } from '../../src/run/gathered.ts'

const progress = (done: number) => ({ stage: 'pulling', done, total: null, detail: null, at: 0 })

test('what a write that failed carried goes with the next one', () => {
  const gathered = createGathered(0)
  gathered.setResult(null)
  gathered.setProgress(progress(1))
  const failed = gathered.take()
  expect(gathered.take()).not.toHaveProperty('result')
  gathered.giveBack(failed)
  expect(gathered.take()).toMatchObject({ result: null, progress: { done: 1, n: 1 } })
})

test('a write that fails late puts nothing back in the place of what is newer', () => {
  const gathered = createGathered(0)
  gathered.setResult('old')
  gathered.setProgress(progress(1))
  const late = gathered.take()
  gathered.setResult('new')
  gathered.setProgress(progress(2))
  expect(gathered.take()).toMatchObject({ result: 'new', progress: { done: 2 } })
  gathered.giveBack(late)
  const next = gathered.take()
  expect(next).not.toHaveProperty('result')
  expect(next.progress).toBeNull()
})
