/** After the storm: each account is signed in once, and everything has to come to rest by itself. */
import type { Member } from './crowd.ts'
import { gesture, lookAt, type Seen } from './hands.ts'
import { readDevice, type Reading } from './reading.ts'
import type { Scene } from './storm.ts'
import { lookUntil, pause, within } from './within.ts'

/** What was seen when an account had come to rest, or had not. */
export interface Rest {
  readonly account: string
  /** What of it did not come to rest; empty when all did. */
  readonly restless: readonly string[]
  /** What each tab shows. */
  readonly seen: Readonly<Record<string, Seen>>
  readonly reading: Reading
}

const collections = ['courses', 'messages'] as const
const scopes = { courses: 'course_sync', messages: 'message_sync' }
const drainMs = 120_000
const agreeMs = 20_000

/** No trouble, all tabs there, every account drained; the one that is signed in comes last. */
export async function calm(scene: Scene): Promise<readonly Rest[]> {
  const { demo, device, crowd, say, tabs } = scene
  say('calm: the server is well, everything thaws, the network is there')
  await demo.trouble({
    ...{ delayMs: 0, failNext: null, failAll: null },
    ...{ holdAfterApply: false, expireSession: null },
  })
  crowd.thaw(true)
  await device.context.setOffline(false)
  await crowd.comeBack(true)
  await crowd.fill(tabs)
  const [first] = crowd.all()
  if (!first) throw new Error('no tab')
  const { account } = await look(first)
  const rests: Rest[] = []
  for (const each of account === 'ada' ? ['grace', 'ada'] : ['ada', 'grace']) {
    rests.push(await drain(scene, first, each))
  }
  return rests
}

async function drain(scene: Scene, member: Member, account: string): Promise<Rest> {
  const { page } = member.tab
  const { crowd, say, journal } = scene
  say(
    `calm: ${member.name} enters as ${account}: ${await gesture(page, { kind: 'enter', account })}`,
  )
  await lookUntil(async () => ((await look(member)).account === account ? true : null), agreeMs)
  const pressed = new Set<string>()
  let reading = await readDevice(page)
  for (const edit of reading.outbox) journal.made(edit)
  const end = Date.now() + drainMs
  let restless = restlessIn(reading, account)
  while (restless.length > 0 && Date.now() < end) {
    await pause(500)
    for (const collection of collections) {
      await help(scene, member, collection, {
        pressed,
        isBehind: isBehind(reading, account, collection),
      })
    }
    reading = await readDevice(page)
    restless = restlessIn(reading, account)
  }
  const agreed = await lookUntil(async () => {
    const all = await lookAtAll(crowd.all())
    return disagreement(all) === '' ? all : null
  }, agreeMs)
  const seen = agreed ?? (await lookAtAll(crowd.all()))
  // An agent keeps its lock for about a second longer than its run.
  await lookUntil(async () => {
    reading = await readDevice(page)
    return reading.locks.length === 0 ? true : null
  }, agreeMs)
  restless = [
    ...restlessIn(reading, account),
    ...reading.locks.map(name => `the lock ${name} is held or asked for`),
  ]
  const difference = disagreement(seen)
  if (difference !== '') restless.push(difference)
  say(`calm: ${account} ${restless.length === 0 ? 'is at rest' : 'does not come to rest'}`)
  return { account, restless, seen, reading }
}

/** Once for each state in which a person has to decide: paused, failed, cancelled. */
async function help(
  { say }: Scene,
  member: Member,
  collection: (typeof collections)[number],
  { pressed, isBehind }: { readonly pressed: Set<string>; readonly isBehind: boolean },
): Promise<void> {
  const card = (await look(member)).cards[collection] ?? ''
  const label = card.split(' | ')[0] ?? ''
  const needsPress =
    ['Resume', 'Retry now', 'Continue', 'Try again', 'Sign in again'].includes(label) ||
    (label === 'Sync now' && (isBehind || card.includes('Sync is deferred')))
  if (!needsPress || pressed.has(`${collection} ${label}`)) return
  pressed.add(`${collection} ${label}`)
  const answer = await gesture(member.tab.page, { kind: 'main', collection })
  say(`calm: ${member.name} ${collection}: "${card}": pressed ${answer}`)
}

/** Whether nothing goes on although there is something to do: somebody cancelled, or it failed for good. */
function isBehind(reading: Reading, account: string, collection: string): boolean {
  const record = reading.records.find(
    ({ key }) => key === `${account}|${scopes[collection as keyof typeof scopes]}`,
  )
  const isWaiting = reading.outbox.some(
    edit => edit.account === account && edit.collection === collection,
  )
  return record?.run === null && (isWaiting || record.last?.status !== 'succeeded')
}

/** What still runs, waits or lies in the outbox of an account. */
function restlessIn({ outbox, records }: Reading, account: string): string[] {
  const edits = outbox.filter(edit => edit.account === account)
  const found = edits.map(edit => `the edit ${edit.id} of ${edit.collection} is in the outbox`)
  for (const record of records) {
    if (!record.key.startsWith(`${account}|`)) continue
    for (const part of ['lease', 'run', 'buffered', 'deferred', 'paused'] as const) {
      const value = record[part]
      if (value !== null && value !== undefined)
        found.push(`${record.key} has ${part} ${JSON.stringify(value)}`)
    }
    if (record.last?.status !== 'succeeded')
      found.push(`${record.key} ended ${record.last?.status ?? 'never'}`)
  }
  return found
}

function look({ name, tab }: Member): Promise<Seen> {
  return within(lookAt(tab.page), agreeMs, `${name} does not answer`)
}

async function lookAtAll(members: readonly Member[]): Promise<Readonly<Record<string, Seen>>> {
  const all: [string, Seen][] = []
  for (const member of members) all.push([member.name, await look(member)])
  return Object.fromEntries(all)
}

/** Where tabs show different things; empty when they agree. */
function disagreement(seen: Readonly<Record<string, Seen>>): string {
  const groups = new Map<string, string[]>()
  for (const [name, each] of Object.entries(seen)) {
    const text = JSON.stringify(each)
    groups.set(text, [...(groups.get(text) ?? []), name])
  }
  if (groups.size <= 1) return ''
  const said = [...groups].map(([text, names]) => `${names.join(', ')}: ${text}`)
  return `the tabs do not agree:\n    ${said.join('\n    ')}`
}
