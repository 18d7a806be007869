/** The storm: one step after the other, until the time is over. */
import type { Demo } from '../lib/demo.ts'
import type { Device } from '../lib/device.ts'
import type { Crowd, Member } from './crowd.ts'
import { gesture, lookAt } from './hands.ts'
import type { Journal } from './journal.ts'
import { readDevice } from './reading.ts'
import { type Step, stepOf, usualDelayMs } from './steps.ts'
import { pause, within } from './within.ts'

/** What the storm goes over. */
export interface Scene {
  readonly demo: Demo
  readonly device: Device
  readonly crowd: Crowd
  readonly journal: Journal
  readonly say: (line: string) => void
  readonly tabs: number
}

/** How it goes. */
export interface StormOptions {
  readonly seed: number
  readonly ms: number
  readonly longestFreezeMs: number
}

const answerMs = 5_000

/** Does steps of the seed for so long; answers how many of each kind. */
export async function storm(
  scene: Scene,
  { seed, ms, longestFreezeMs }: StormOptions,
): Promise<Readonly<Record<string, number>>> {
  const { crowd, say } = scene
  const counts: Record<string, number> = {}
  const end = Date.now() + ms
  let onlineAt = 0
  await scene.demo.trouble({ delayMs: usualDelayMs })
  for (let n = 0; Date.now() < end; n += 1) {
    const step = stepOf(seed, n, longestFreezeMs)
    await pause(step.afterMs)
    crowd.thaw()
    if (onlineAt > 0 && Date.now() >= onlineAt) {
      say('the network is back')
      await setOffline(scene, false)
      onlineAt = 0
    }
    const isOnline = onlineAt === 0
    // Without a network a page cannot be loaded.
    if (isOnline) {
      await crowd.comeBack()
      await crowd.fill(scene.tabs)
    }
    const { what } = step
    if (what.kind === 'offline') {
      if (!isOnline) continue
      say(`#${n} the network is gone for ${what.ms} ms`)
      await setOffline(scene, true)
      onlineAt = Date.now() + what.ms
    } else if (!isOnline && (what.kind === 'reload' || what.kind === 'away')) continue
    else await take(scene, step, n)
    const kind = what.kind === 'gesture' ? what.gesture.kind : what.kind
    counts[kind] = (counts[kind] ?? 0) + 1
  }
  await setOffline(scene, false)
  await crowd.comeBack(true)
  return counts
}

/** The browser waits until every page has confirmed it, which a frozen one does not. */
async function setOffline({ crowd, device }: Scene, isOffline: boolean): Promise<void> {
  crowd.thaw(true)
  await device.context.setOffline(isOffline)
}

async function take(scene: Scene, step: Step, n: number): Promise<void> {
  const { crowd, demo, journal, say } = scene
  const { what } = step
  if (what.kind === 'trouble') {
    say(`#${n} server: ${JSON.stringify(what.change)}`)
    return demo.trouble(what.change)
  }
  const member = await chooseVictim(scene, step)
  if (!member) return
  const { name, tab } = member
  switch (what.kind) {
    case 'gesture': {
      const answer = await tryIt(member, gesture(tab.page, what.gesture))
      return say(`#${n} ${name}: ${what.gesture.kind}: ${answer}`)
    }
    case 'kill':
      say(`#${n} ${name} is killed, ${member.state}`)
      return crowd.kill(member)
    case 'freeze': {
      const others = crowd.awake().filter(each => each !== member)
      for (const each of [member, ...others.slice(0, what.tabs - 1)]) {
        say(`#${n} ${each.name} is frozen for ${what.ms} ms`)
        crowd.freeze(each, what.ms)
      }
      return
    }
    case 'reload':
      say(`#${n} ${name} is reloaded`)
      return crowd.reload(member)
    case 'away':
      say(`#${n} ${name} goes elsewhere for ${what.ms} ms`)
      return crowd.leave(member, what.ms)
    case 'look': {
      const reading = await tryIt(member, readDevice(tab.page))
      if (typeof reading === 'string') return say(`#${n} ${name} cannot look: ${reading}`)
      for (const edit of reading.outbox) journal.made(edit)
      return say(`#${n} ${name} sees ${reading.outbox.length} edits in the outbox`)
    }
    default:
      return
  }
}

/** The tab that a step is about: the one that runs something, if it is aimed at that, else anyone. */
async function chooseVictim(
  { crowd, say }: Scene,
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
async function tryIt<T>({ name }: Member, answer: Promise<T>): Promise<T | string> {
  try {
    return await within(answer, answerMs, `${name} does not answer`)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
