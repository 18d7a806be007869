/** What do many agents and many triggers cost, where no machine is in the way? */
import { type Crowd, simulate } from '../lib/simulated.ts'
import type { Answer, Question } from '../lib/question.ts'
import type { Row } from '../lib/row.ts'

/** More agents, then more triggers. */
const crowds: readonly Crowd[] = [
  { agents: 1, perSecond: 10 },
  { agents: 3, perSecond: 1 },
  { agents: 3, perSecond: 10 },
  { agents: 3, perSecond: 100 },
  { agents: 10, perSecond: 10 },
  { agents: 30, perSecond: 10 },
]

/** Each agent that does not run the key may write once in 100 ms, and for each trigger; the one that does commits each second. */
const mostWrites = ({ agents, perSecond }: Crowd): number =>
  (agents - 1) * Math.min(10, perSecond) + 2

const crowdsUpTo = (most: number): readonly Crowd[] => crowds.filter(({ agents }) => agents <= most)

const nameOf = ({ agents, perSecond }: Crowd): string => `${agents}x${perSecond}`
const titleOf = ({ agents, perSecond }: Crowd): string =>
  `${agents} agents, each ${perSecond} triggers of one key a second`

/** In virtual time, by the simulator's parts: the same on every machine. */
export const crowd: Question = {
  rows: ({ mostAgents }) =>
    crowdsUpTo(mostAgents).flatMap((each): readonly Row[] => [
      {
        name: `crowd-${nameOf(each)}`,
        title: `simulated: transactions a second, ${titleOf(each)}`,
        unit: 'count',
        budgets: [{ column: 'memory', statistic: 'worst', atMost: mostWrites(each), atLeast: 1 }],
      },
      {
        name: `crowd-${nameOf(each)}-heard`,
        title: `simulated: messages heard a second by all, ${titleOf(each)}`,
        unit: 'count',
      },
    ]),
  async measure({ scale }) {
    const answer: Record<string, Answer[string]> = {}
    for (const each of crowdsUpTo(scale.mostAgents)) {
      const { writes, heard } = await simulate(each)
      answer[`crowd-${nameOf(each)}`] = { memory: { values: [writes] } }
      answer[`crowd-${nameOf(each)}-heard`] = { memory: { values: [heard] } }
    }
    return answer
  },
}
