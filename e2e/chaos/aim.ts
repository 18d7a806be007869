/** Whom does a step hit? */
import type { Crowd, Member } from './crowd.ts'
import { gesture, lookAt } from './hands.ts'
import type { Step } from './steps.ts'
import { pause, within } from './within.ts'

const answerMs = 5_000

/** The tab that a step is about: the one that runs something, if it is aimed at that, else anyone. */
export async function chooseVictim(
  { crowd, say }: { readonly crowd: Crowd; readonly say: (line: string) => void },
  { who, aimed, what }: Step,
): Promise<Member | undefined> {
  const awake = crowd.awake()
  const anyone = awake[who % Math.max(1, awake.length)]
  const hurts = what.kind !== 'gesture' && what.kind !== 'look'
  // A frozen tab can die, too.
  if (what.kind === 'kill' && !aimed) {
    const alive = crowd.all().filter(({ state }) => state !== 'away')
    return alive[who % Math.max(1, alive.length)]
  }
  if (!hurts || !aimed || !anyone) return anyone
  const text = `before ${what.kind} ${who}`
  await tryIt(anyone, gesture(anyone.tab.page, { kind: 'message', text }))
  for (let look = 0; look < 5; look += 1) {
    await pause(who % 250)
    const seen = await Promise.all(awake.map(each => tryIt(each, lookAt(each.tab.page))))
    const owner = awake.find((_, i) => {
      const screen = seen[i]
      return typeof screen === 'object' && screen.owns
    })
    if (owner) {
      say(`${owner.name} runs something`)
      return owner
    }
  }
  return anyone
}

/** The answer of a page, or why it has none: one may be busy, or wait for a store that a frozen one keeps. */
export async function tryIt<T>({ name }: Member, answer: Promise<T>): Promise<T | string> {
  try {
    return await within(answer, answerMs, `${name} does not answer`)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
