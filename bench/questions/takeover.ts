/** How soon is the function called in another tab when the one that runs it is killed, or closed? */
import type { Tab } from '../../e2e/lib/device.ts'
import { type Ending, measureEndings } from '../lib/endings.ts'
import { cannot } from '../lib/measure.ts'
import type { Answer, Question } from '../lib/question.ts'

const hundred = 100

/** Of the tabs that are left all wait; one of them goes on. */
export const takeover: Question = {
  needs: 'chromium',
  rows: ({ few: tabs, crowd }) => [
    {
      name: 'kill',
      title: `process of the owner killed, ${tabs} tabs → called elsewhere`,
      unit: 'ms',
      budgets: [
        { column: 'idb', statistic: 'p95', atMost: 100 },
        { column: 'idb', statistic: 'writes', atMost: 1, atLeast: 1 },
      ],
    },
    {
      name: 'kill-crowd',
      title: `process of the owner killed, ${crowd} tabs → called elsewhere`,
      unit: 'ms',
      budgets: [
        { column: 'idb', statistic: 'p95', atMost: 200 },
        { column: 'idb', statistic: 'writes', atMost: 1, atLeast: 1 },
      ],
    },
    {
      name: 'close',
      title: `tab of the owner closed, ${tabs} tabs → called elsewhere`,
      unit: 'ms',
      budgets: [{ column: 'idb', statistic: 'writes', atMost: 1, atLeast: 1 }],
    },
  ],
  async measure(house, isAsked) {
    const { few: tabs, crowd, compared } = house.scale
    const rounds = house.roundsOr(hundred)
    const endings: readonly Ending[] = [
      { site: 'kill', subjects: compared, tabs, rounds, end: kill },
      { site: 'kill-crowd', subjects: ['idb', 'by-hand'], tabs: crowd, rounds, end: kill },
      { site: 'close', subjects: compared, tabs, rounds, end: close },
    ]
    const answer: Record<string, Answer[string]> = {}
    for (const ending of endings.filter(({ site }) => isAsked(site))) {
      answer[ending.site] = {
        ...(await measureEndings(house, ending)),
        ...cannot(['memory'], 'tabs share no memory'),
      }
    }
    return answer
  },
}

/** Answers when, epoch ms. */
export function kill(owner: Tab): Promise<number> {
  return owner.kill()
}

async function close({ page }: Tab): Promise<number> {
  const closedAt = Date.now()
  await page.close()
  return closedAt
}
