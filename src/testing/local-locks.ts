/** Locks between agents of one process, with the order and the modes of Web Locks. */
import type { HeldLock, LockRequest, Presence } from '../port/presence.ts'

/** The locks of one origin, in memory. */
export interface LocalLocks {
  /** What `member` asks with. */
  presenceFor(member: string): Presence
  /** The member is gone: what it holds is free, what it waits for is forgotten. */
  leave(member: string): void
  /**
   * The member is in the back-forward cache: what it holds stays held, what it waits for is never
   * granted to it. `onWanted` is called when somebody begins to wait for what it holds.
   */
  hide(member: string, onWanted: () => void): void
  show(member: string): void
  /** Who holds the lock. */
  holders(name: string): readonly string[]
  /** Who waits for it. */
  waiting(name: string): readonly string[]
}

interface Request {
  readonly member: string
  readonly name: string
  readonly mode: LockRequest['mode']
  readonly answer: (lock: HeldLock | null) => void
}

interface Lock {
  readonly held: Set<Request>
  readonly queue: Request[]
}

/** Makes them; `deliver` hands each answer to its member when it likes. Default: a microtask later. */
export function createLocalLocks(
  deliver: (member: string, label: string, answer: () => void) => void = (
    _member,
    _label,
    answer,
  ) => queueMicrotask(answer),
): LocalLocks {
  const locks = new Map<string, Lock>()
  const hidden = new Map<string, () => void>()

  function isFree({ held }: Lock, mode: LockRequest['mode']): boolean {
    if (held.size === 0) return true
    return mode === 'shared' && [...held].every(each => each.mode === 'shared')
  }

  function grant(lock: Lock, request: Request): void {
    lock.held.add(request)
    const release = (): void => {
      if (lock.held.delete(request)) advance(request.name)
    }
    deliver(request.member, `lock ${request.name}`, () => request.answer({ release }))
  }

  function advance(name: string): void {
    const lock = locks.get(name)
    if (!lock) return
    for (let at = 0; at < lock.queue.length; ) {
      const next = lock.queue[at] as Request
      if (hidden.has(next.member)) at++
      else if (isFree(lock, next.mode)) grant(lock, ...(lock.queue.splice(at, 1) as [Request]))
      else break
    }
    if (lock.held.size === 0 && lock.queue.length === 0) locks.delete(name)
  }

  function ask(
    member: string,
    name: string,
    { mode, ifAvailable, signal }: LockRequest,
  ): Promise<HeldLock | null> {
    return new Promise(resolve => {
      const request: Request = { member, name, mode, answer: resolve }
      const refuse = (): void => deliver(member, `no lock ${name}`, () => resolve(null))
      if (signal?.aborted) return refuse()
      const lock = locks.get(name) ?? { held: new Set(), queue: [] }
      if (ifAvailable && (lock.queue.length > 0 || !isFree(lock, mode))) return refuse()
      locks.set(name, lock)
      lock.queue.push(request)
      signal?.addEventListener(
        'abort',
        () => {
          const at = lock.queue.indexOf(request)
          if (at < 0) return
          lock.queue.splice(at, 1)
          refuse()
          advance(name)
        },
        { once: true },
      )
      advance(name)
      if (lock.queue.includes(request)) {
        for (const holder of lock.held) hidden.get(holder.member)?.()
      }
    })
  }

  return {
    presenceFor: member => ({ request: (name, request) => ask(member, name, request) }),
    hide: (member, onWanted) => void hidden.set(member, onWanted),
    show(member) {
      hidden.delete(member)
      for (const name of [...locks.keys()]) advance(name)
    },
    leave(member) {
      hidden.delete(member)
      for (const [name, lock] of locks) {
        for (const request of lock.held) if (request.member === member) lock.held.delete(request)
        const staying = lock.queue.filter(request => request.member !== member)
        lock.queue.splice(0, lock.queue.length, ...staying)
        advance(name)
      }
    },
    holders: name => [...(locks.get(name)?.held ?? [])].map(request => request.member),
    waiting: name => (locks.get(name)?.queue ?? []).map(request => request.member),
  }
}
