/** When did other tabs see something, by this tab's clock? */

import { post } from './post.ts'

/** What this tab knows of the others. */
export interface Meeting {
  /** Waits until `others` tabs have answered, and learns how far their clocks are from this one's. */
  meet(others: number): Promise<void>
  /** Resolves when each of them has seen a change of the subject from now on; to when the last one did, on this tab's clock. */
  seen(subject: string): Promise<number>
  /** Tells the others that this tab saw a change. */
  tell(subject: string, at: number): void
}

interface Ping {
  readonly n: number
  /** Whose question it is. */
  readonly from: string
}

type Answer =
  | { readonly type: 'pong'; readonly n: number; readonly tab: string; readonly at: number }
  | { readonly type: 'saw'; readonly subject: string; readonly tab: string; readonly at: number }

interface Offset {
  readonly roundTrip: number
  readonly ms: number
}

/** So many questions to each tab: the one with the shortest way there and back counts. */
const pings = 50
const patienceMs = 10_000
const name = 'bench-meeting'

/** Opens this tab's side. */
export function createMeeting(): Meeting {
  const tab = `${performance.timeOrigin}-${Math.random()}`
  const questions = new BroadcastChannel(name)
  // Answers reach only who asked: fifty tabs that hear one another's would do nothing else.
  const answers = new BroadcastChannel(`${name}-${tab}`)
  let asker: BroadcastChannel | null = null
  const offsets = new Map<string, Offset>()
  let onSaw: ((answer: Answer & { readonly type: 'saw' }) => void) | null = null
  let onPong: ((answer: Answer & { readonly type: 'pong' }) => void) | null = null

  questions.addEventListener('message', ({ data: { n, from } }: MessageEvent<Ping>) => {
    const at = performance.now()
    asker ??= new BroadcastChannel(`${name}-${from}`)
    answer({ type: 'pong', n, tab, at })
  })
  answers.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
    if (data.type === 'pong') onPong?.(data)
    else onSaw?.(data)
  })

  function answer(message: Answer): void {
    if (asker) post(asker, message)
  }

  /** One question to all; learns from those that answer in time. */
  function ping(n: number, others: number): Promise<void> {
    const askedAt = performance.now()
    let answered = 0
    return new Promise(resolve => {
      const timer = setTimeout(resolve, patienceMs / pings)
      onPong = pong => {
        if (pong.n !== n) return
        const now = performance.now()
        const roundTrip = now - askedAt
        if (roundTrip < (offsets.get(pong.tab)?.roundTrip ?? Infinity))
          offsets.set(pong.tab, { roundTrip, ms: pong.at - (askedAt + now) / 2 })
        answered += 1
        if (answered < others) return
        clearTimeout(timer)
        resolve()
      }
      post(questions, { n, from: tab })
    })
  }

  return {
    async meet(others) {
      for (let n = 0; n < pings || offsets.size < others; n += 1) {
        if (n > 40 * pings) throw new Error(`${offsets.size} of ${others} other tabs answered`)
        await ping(n, others)
      }
    },
    seen(subject) {
      const askedAt = performance.now()
      const missing = new Map(offsets)
      let last = 0
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          reject(new Error(`${missing.size} tabs saw no change of ${subject} in ${patienceMs} ms`))
        }, patienceMs)
        onSaw = ({ subject: seen, tab: from, at }) => {
          const offset = missing.get(from)
          if (seen !== subject || !offset) return
          const here = at - offset.ms
          // Of something before; the half of the shortest way is how far the clocks may be wrong.
          if (here < askedAt - offset.roundTrip / 2) return
          missing.delete(from)
          last = Math.max(last, here)
          if (missing.size > 0) return
          clearTimeout(timer)
          onSaw = null
          resolve(last)
        }
      })
    },
    tell(subject, at) {
      answer({ type: 'saw', subject, tab, at })
    },
  }
}
