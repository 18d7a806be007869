/** How soon is the function called in another tab when the one that runs it is frozen, or hidden away? */
import { startDevice } from '../../e2e/lib/device.ts'
import { measureFreezes } from '../../e2e/lib/freeze-owner.ts'
import { measureHides } from '../../e2e/lib/hide-owner.ts'
import { type Pages, startPages } from '../../e2e/lib/pages.ts'
import type { Tab } from '../../e2e/lib/device.ts'
import { type Column, peers } from '../columns.ts'
import type { House } from '../lib/house.ts'
import type { Answer, Question } from '../lib/question.ts'
import type { Measured } from '../lib/row.ts'
import { nextCall, openTabs, endsAfterMs } from '../lib/successor.ts'

const twenty = 20

/** Just after a renewal, in the middle of a request. A frozen process keeps its locks. */
export const freeze: Question = {
  needs: 'chromium',
  rows: ({ few, ttlMs }) => [
    {
      name: 'freeze',
      title: `process of the owner frozen, ${few} tabs, ttl ${ttlMs} ms → called elsewhere`,
      unit: 'ms',
      budgets: [{ column: 'idb', statistic: 'worst', atMost: ttlMs + 500 }],
    },
    {
      name: 'freeze-faults',
      title: 'of which the frozen owner, thawed, wrote or showed what it must not',
      unit: 'count',
      budgets: [{ column: 'idb', statistic: 'worst', atMost: 0 }],
    },
    {
      name: 'hide',
      title: `owner goes into the back-forward cache, ${few} tabs → called elsewhere`,
      unit: 'ms',
      budgets: [{ column: 'idb', statistic: 'worst', atMost: 1_000 }],
    },
  ],
  async measure(house, isAsked) {
    const { few } = house.scale
    const rounds = house.roundsOr(twenty)
    const pages = await startPages()
    try {
      return {
        ...(isAsked('freeze') || isAsked('freeze-faults')
          ? await measureFrozen(house, pages, rounds)
          : {}),
        ...(isAsked('hide') ? await measureHidden(pages, few, rounds) : {}),
      }
    } finally {
      await pages.close()
    }
  },
}

async function measureFrozen(house: House, pages: Pages, rounds: number): Promise<Answer> {
  const { few, ttlMs } = house.scale
  const freezes = await measureFreezes(house.device, pages, ttlMs, few, rounds)
  return {
    freeze: {
      idb: { values: freezes.map(({ called }) => called) },
      ...(await freezePeers(house)),
    },
    'freeze-faults': { idb: { values: freezes.map(({ faults }) => faults.length) } },
  }
}

async function measureHidden(pages: Pages, few: number, rounds: number): Promise<Answer> {
  const cached = await startDevice({ asShipped: true })
  try {
    return { hide: { idb: { values: await measureHides(cached, pages, few, rounds) } } }
  } finally {
    await cached.close()
  }
}

/** Once each: those that hang on a lock never go on. */
async function freezePeers(house: House): Promise<{ readonly [Name in Column]?: Measured }> {
  const { few, patienceMs, compared } = house.scale
  const answer: { [Name in Column]?: Measured } = {}
  for (const column of peers.filter(peer => compared.includes(peer))) {
    const tabs: Tab[] = []
    await openTabs(house, 'freeze', [column], tabs, few)
    const [owner, ...others] = tabs
    if (!owner) throw new Error('no tab')
    await owner.page.evaluate(name => window.bench.lead(name), column)
    for (const { page } of others) await page.evaluate(name => window.bench.follow(name), column)
    await owner.page.waitForTimeout(endsAfterMs(column, 0.5))
    const frozenAt = owner.freeze()
    const calledAt = await nextCall(others, column, patienceMs)
    owner.thaw()
    answer[column] =
      calledAt === null
        ? { cannot: `not within ${patienceMs} ms` }
        : { values: [calledAt - frozenAt] }
    await house.clear()
  }
  return answer
}
