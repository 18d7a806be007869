// A tab's process is killed between its last commit and the end of its run.
import { expect, test } from './lib/test.ts'

test('C22 killed after its last commit: another tab settles the run without calling its stage', async ({
  device,
  pages,
}) => {
  const one = await device.open(pages.url)
  const two = await device.open(pages.url)
  for (const { page } of [one, two]) await page.evaluate(() => window.tests.registry.signIn('u1'))
  const runId = await one.page.evaluate(
    async () => (await window.tests.registry.trigger(window.tests.lasting)).runId ?? '',
  )
  const joined = await two.page.evaluate(async () => {
    const answer = await window.tests.registry.trigger(window.tests.lasting, {
      source: 'foreground',
      brings: 'nothing',
    })
    Object.assign(window, { done: answer.done })
    return { decision: answer.decision, runId: answer.runId }
  })
  expect(joined).toEqual({ decision: 'joined', runId })
  // The stage is finished in the record when the view of the other tab has no stage any more.
  await two.page.waitForFunction(isFinished, null, { polling: 50 })
  await one.kill()

  const outcome = await two.page.evaluate(() => Reflect.get(window, 'done') as unknown)
  expect(outcome).toEqual({ status: 'succeeded', runId, result: null })
  expect(await two.page.evaluate(() => window.tests.calls())).toBe(0)
  const { runs } = await two.page.evaluate(() =>
    window.tests.registry.history({ userId: 'u1', scope: 'lasting' }),
  )
  expect(runs).toHaveLength(1)
  expect(runs[0]).toMatchObject({ runId, takeovers: 1, recovery: 'skip', status: 'succeeded' })
})

/** Reads the record as it is stored: a view does not tell of a finished last stage. */
function isFinished(): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('tests')
    opening.onerror = () => reject(new Error('the database cannot be opened'))
    opening.onsuccess = () => {
      const db = opening.result
      const reading = db.transaction('records').objectStore('records').get('record:u1|lasting')
      reading.onsuccess = () => {
        db.close()
        resolve(JSON.stringify(reading.result).includes('"finished":["sending"]'))
      }
    }
  })
}
