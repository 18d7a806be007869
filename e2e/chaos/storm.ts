/** The storm: one step after the other, until the time is over. */
import type { Demo } from '../lib/demo.ts'
import type { Device } from '../lib/device.ts'
import { chooseVictim, tryIt } from './aim.ts'
import type { Crowd } from './crowd.ts'
import { gesture } from './hands.ts'
import type { Journal } from './journal.ts'
import { readDevice } from './reading.ts'
import { type Step, stepOf, usualDelayMs } from './steps.ts'
import { pause } from './within.ts'

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
  /** Whether it has been one yet: on a busy machine it goes on for up to three times as long, so that all kinds come. */
  isEnough?(counts: Readonly<Record<string, number>>): boolean
}

/** Does steps of the seed for so long; answers how many of each kind. */
export async function storm(
  scene: Scene,
  { seed, ms, longestFreezeMs, isEnough = () => true }: StormOptions,
): Promise<Readonly<Record<string, number>>> {
  const { crowd, say } = scene
  const counts: Record<string, number> = {}
  const begun = Date.now()
  const isOver = (): boolean =>
    Date.now() >= begun + ms && (isEnough(counts) || Date.now() >= begun + 3 * ms)
  let onlineAt = 0
  await scene.demo.trouble({ delayMs: usualDelayMs })
  for (let n = 0; !isOver(); n += 1) {
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
