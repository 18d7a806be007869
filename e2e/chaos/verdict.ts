/** Did the storm break a promise? Data in, what was broken out. */
import type { LoggedRequest } from '../lib/demo.ts'
import type { WatchedEdit } from './edit-watch.ts'

/** What is judged of a request in the server's log. */
export type JudgedRequest = Omit<LoggedRequest, 'at' | 'path' | 'cursor'>

/** What the server holds of an account. */
export interface JudgedState {
  /** How many times each edit changed a row. */
  readonly edits: Readonly<Record<string, number>>
  readonly courses: readonly { readonly id: string }[]
  readonly messages: readonly { readonly id: string }[]
}

/** What the device holds. */
export interface JudgedDevice {
  readonly courses: readonly { readonly id: string; readonly account: string }[]
  readonly messages: readonly { readonly id: string; readonly account: string }[]
}

/** Everything that is looked at. */
export interface Evidence {
  readonly made: ReadonlyMap<string, WatchedEdit>
  readonly asked: ReadonlyMap<string, WatchedEdit>
  readonly log: readonly JudgedRequest[]
  readonly states: Readonly<Record<string, JudgedState>>
  readonly device: JudgedDevice
}

/** Every broken promise, one line each. */
export function judge(evidence: Evidence): string[] {
  return [
    ...judgeEdits(evidence),
    ...judgeAccounts(evidence),
    ...judgeKeys(evidence.log),
    ...judgeFences(evidence.log),
    ...judgeRows(evidence),
  ]
}

function judgeEdits({ made, asked, states, log }: Evidence): string[] {
  const faults: string[] = []
  for (const [id, { account, collection }] of made) {
    if (!states[account]?.edits[id])
      faults.push(`the edit ${id} of ${account}'s ${collection} was lost`)
  }
  for (const [account, { edits }] of Object.entries(states)) {
    for (const [id, times] of Object.entries(edits)) {
      if (times !== 1) faults.push(`the edit ${id} of ${account} was applied ${times} times`)
      if (!asked.has(id)) faults.push(`nobody made the edit ${id} that ${account} has`)
    }
  }
  const applied = new Map<string, number>()
  for (const { editId, applied: changed } of log) {
    if (changed && editId !== null) applied.set(editId, (applied.get(editId) ?? 0) + 1)
  }
  for (const [id, times] of applied) {
    if (times > 1) faults.push(`the log says that ${times} requests applied the edit ${id}`)
  }
  return faults
}

function judgeAccounts({ asked, states, log }: Evidence): string[] {
  const faults: string[] = []
  for (const { seq, editId, account } of log) {
    const maker = editId === null ? undefined : asked.get(editId)?.account
    if (maker !== undefined && account !== null && maker !== account)
      faults.push(`request ${seq} sent the edit ${editId} of ${maker} as ${account}`)
  }
  for (const [account, { edits }] of Object.entries(states)) {
    for (const id of Object.keys(edits)) {
      const maker = asked.get(id)?.account
      if (maker !== undefined && maker !== account)
        faults.push(`the edit ${id} of ${maker} was applied under ${account}`)
    }
  }
  return faults
}

/** Each edit is sent under one idempotency key, however often, and none under that of another. */
function judgeKeys(log: readonly JudgedRequest[]): string[] {
  const faults: string[] = []
  const keys = new Map<string, string>()
  const edits = new Map<string, string>()
  for (const { seq, account, editId, idempotencyKey } of log) {
    if (editId === null || idempotencyKey === null) continue
    const name = `${account} ${idempotencyKey}`
    const [key, edit] = [keys.get(editId) ?? idempotencyKey, edits.get(name) ?? editId]
    if (key !== idempotencyKey)
      faults.push(`request ${seq} sent the edit ${editId} under ${idempotencyKey}, after ${key}`)
    if (edit !== editId)
      faults.push(`request ${seq} sent the edit ${editId} under the key of ${edit}`)
    keys.set(editId, key)
    edits.set(name, edit)
  }
  return faults
}

/** Per key the fences of accepted edits never fall, and only lower ones are refused for their fence. */
function judgeFences(log: readonly JudgedRequest[]): string[] {
  const faults: string[] = []
  const highest = new Map<string, number>()
  for (const { seq, method, status, applied, replay, account, store, key, fence } of log) {
    if (method !== 'POST' || fence === null) continue
    const name = `${account} ${store} ${key}`
    const before = highest.get(name) ?? 0
    if (status === 412 && fence >= before)
      faults.push(
        `request ${seq} was refused for the fence ${fence}, and ${before} was the highest`,
      )
    if (!applied && !replay) continue
    if (fence < before)
      faults.push(
        `request ${seq} was accepted with the fence ${fence}, after ${before} for ${name}`,
      )
    highest.set(name, Math.max(before, fence))
  }
  return faults
}

function judgeRows({ states, device }: Evidence): string[] {
  const faults: string[] = []
  for (const [account, state] of Object.entries(states)) {
    for (const collection of ['courses', 'messages'] as const) {
      const here = new Map<string, string>()
      for (const { account: owner, ...row } of device[collection])
        if (owner === account) here.set(row.id, canonical(row))
      const there = new Map(state[collection].map(row => [row.id, canonical(row)]))
      for (const id of new Set([...here.keys(), ...there.keys()])) {
        const [mine, its] = [here.get(id) ?? 'nothing', there.get(id) ?? 'nothing']
        if (mine !== its)
          faults.push(`${account}'s ${collection} ${id}: device ${mine}, server ${its}`)
      }
    }
  }
  return faults
}

function canonical(row: object): string {
  return JSON.stringify(Object.entries(row).sort(([a], [b]) => a.localeCompare(b)))
}
