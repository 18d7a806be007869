/** The work of every column on `window`. The address says `?ttl=` of leases (ms). */
import { countsNow, installCounts } from './counts.ts'
import type { Column } from '../columns.ts'
import type { Meeting } from './meeting.ts'
import type { Subject } from './subject.ts'
import { turnsOf } from './turns.ts'
import type { BenchPage, Sample } from './window.ts'

installCounts()
const ttlMs = Number(new URLSearchParams(location.search).get('ttl') ?? 60_000)
const subjects = new Map<string, Promise<Subject>>()
const calledAt = new Map<string, number>()
let meeting: Promise<Meeting> | null = null

/** Each library is loaded when it is asked for: what a page does not compare costs it nothing. */
async function openSubject(subject: string): Promise<Subject> {
  const column = subject.split('@')[0] as Column
  const met = await meetingOnce()
  switch (column) {
    case 'idb':
    case 'dexie':
    case 'memory': {
      const { leasehold } = await import('./leasehold.ts')
      return leasehold({ kind: column, subject, ttlMs, meeting: met })
    }
    case 'transaction':
      return (await import('./raw.ts')).rawTransaction(subject)
    case 'lock':
      return subject === column
        ? (await import('./raw.ts')).rawLock()
        : (await import('./raw.ts')).rawHeir(subject)
    case 'hop':
      return (await import('./raw.ts')).rawHop(met)
    case 'by-hand':
      return (await import('./peers.ts')).locksByHand()
    case 'bc':
    case 'bc-locks':
      return (await import('./peers.ts')).broadcastChannelElection(column, met)
    case 'tab-election':
      return (await import('./peers.ts')).tabElection(met)
  }
}

async function meetingOnce(): Promise<Meeting> {
  meeting ??= import('./meeting.ts').then(({ createMeeting }) => createMeeting())
  return meeting
}

function subjectOf(name: string): Promise<Subject> {
  const open = subjects.get(name) ?? openSubject(name)
  subjects.set(name, open)
  return open
}

function cannot(subject: string, what: string): never {
  throw new Error(`${subject} cannot ${what}`)
}

const bench: BenchPage = {
  async prepare(names) {
    for (const name of names) await subjectOf(name)
  },
  async rounds({ operation, subjects: names, rounds, warmUp, restMs = 0 }) {
    const samples = new Map<string, Sample[]>(names.map(name => [name, []]))
    for (let round = -warmUp; round < rounds; round += 1) {
      if (restMs > 0) await new Promise(resolve => setTimeout(resolve, restMs))
      for (const name of turnsOf(names, round + warmUp)) {
        const subject = await subjectOf(name)
        const measure = subject.operations[operation] ?? cannot(name, operation)
        const one = await measure()
        if (round >= 0) samples.get(name)?.push(one)
      }
    }
    for (const name of names) await (await subjectOf(name)).rest?.()
    return Object.fromEntries(samples)
  },
  async meet(others) {
    await (await meetingOnce()).meet(others)
  },
  witness(names) {
    for (const name of names) {
      void Promise.all([subjectOf(name), meetingOnce()]).then(([subject, met]) =>
        subject.observe?.(at => met.tell(name, at)),
      )
    }
  },
  async lead(name) {
    const subject = await subjectOf(name)
    await (subject.lead ?? cannot(name, 'lead'))(() => undefined)
  },
  async follow(name) {
    const subject = await subjectOf(name)
    calledAt.delete(name)
    await (subject.follow ?? cannot(name, 'follow'))(() => calledAt.set(name, Date.now()))
  },
  calledAt: name => calledAt.get(name) ?? 0,
  async leave(name) {
    await (await subjectOf(name)).leave?.()
  },
  async watchMany(name, from, to) {
    const subject = await subjectOf(name)
    await (subject.watchMany ?? cannot(name, 'watch keys'))(from, to)
  },
  async defineMany(name, from, to) {
    const subject = await subjectOf(name)
    await (subject.defineMany ?? cannot(name, 'define tasks'))(from, to)
  },
  async fill(name, amount) {
    const subject = await subjectOf(name)
    await (subject.fill ?? cannot(name, 'be filled'))(amount)
  },
  counts: countsNow,
}
Object.assign(window, { bench })
