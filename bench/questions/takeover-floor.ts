/** What does the platform take for the steps of a takeover? */
import { measureEndings } from '../lib/endings.ts'
import type { Question } from '../lib/question.ts'
import { kill } from './takeover.ts'

const hundred = 100

/** Each does what the one before does, and one thing more. */
const steps = [
  { name: 'takeover-exclusive', subject: 'by-hand', title: "the owner's lock is granted to one" },
  { name: 'takeover-shared', subject: 'lock@shared', title: 'to all, as a shared lock' },
  { name: 'takeover-heir', subject: 'lock@heir', title: "and one gets the heir's lock" },
  { name: 'takeover-write', subject: 'lock@write', title: 'and has written a raw transaction' },
] as const

/** Beside a takeover of this library, among as many tabs: what of the difference to a bare lock is the platform's. */
export const takeoverFloor: Question = {
  needs: 'chromium',
  rows: ({ few }) =>
    steps.map(({ name, title }) => ({
      name,
      title: `process of the owner killed, ${few} tabs → ${title}`,
      unit: 'ms',
    })),
  async measure(house) {
    const subjects = ['idb', ...steps.map(({ subject }) => subject)]
    const measured = await measureEndings(house, {
      site: 'takeover',
      subjects,
      tabs: house.scale.few,
      rounds: house.roundsOr(hundred),
      end: kill,
    })
    const none = { values: [] }
    return Object.fromEntries(
      steps.map(({ name, subject }) => [
        name,
        {
          idb: measured['idb'] ?? none,
          lock: measured[subject] ?? none,
          transaction: measured['transaction'] ?? none,
        },
      ]),
    )
  },
}
