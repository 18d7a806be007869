/** What does the bar of a lease tell, and when? */
import { expect, onTestFinished, test, vi } from 'vitest'
import { fillLease } from '../../src/inspector/lease-cell.ts'

test('the end of a lease is told once, and not that of one that was shown before', async () => {
  const cell = document.createElement('span')
  document.body.append(cell)
  onTestFinished(() => cell.remove())
  const over: string[] = []
  const show = (id: string | null, leftMs: number): void => {
    const now = Date.now()
    const lease = id === null ? null : { id, renewedAt: now, expiresAt: now + leftMs }
    fillLease(cell, lease, now, () => over.push(id ?? ''))
  }
  show('renewed', 20)
  show('given back', 20)
  show(null, 0)
  show('of a row that left the document', 20)
  cell.remove()
  show('over', 60)
  document.body.append(cell)
  await vi.waitFor(() => expect(cell.textContent).toContain('over since'))
  expect(over).toEqual(['over'])
})
