/** What agents tell each other: hints, parsed by a total function. The record is the truth. */
import type { Json } from './json.ts'
import type { TaskRecord } from './record.ts'
import type { Progress } from './run.ts'
import type { UserRecord } from './user-record.ts'

/** The form of the messages that this version sends and understands. */
export const messageVersion = 1

/** A key, and who holds it. */
export interface OwnedKey {
  readonly key: string
  readonly owner: string
  readonly fence: number
}

/** What a message says. */
export type MessageBody =
  /** The key's record, slim, as it is since its last write. */
  | { readonly type: 'record'; readonly storeId: string; readonly record: TaskRecord }
  /** The users' sign-in states, as they are since the last sign-in or sign-out. */
  | {
      readonly type: 'users'
      readonly storeId: string
      readonly users: readonly UserRecord[]
      /** Nothing is stored of this user any more. */
      readonly forgotten?: string
    }
  | {
      readonly type: 'progress'
      readonly key: string
      readonly runId: string
      readonly fence: number
      readonly progress: Progress
    }
  /** Is exactly this owner still at work? */
  | ({ readonly type: 'ping' } & OwnedKey)
  /** It is: it renewed, or did so a moment ago. */
  | ({ readonly type: 'pong' } & OwnedKey)
  /** The sender is about to acquire the key, or to resume it: a record follows, or the sender died in between. */
  | { readonly type: 'intent'; readonly key: string }
  /** The sender's page is being hidden away: its runs are handed over to whoever can go on. */
  | { readonly type: 'bye'; readonly runs: readonly OwnedKey[] }
  /** A late subscriber asks the owner for what is not stored yet. */
  | { readonly type: 'ask'; readonly key: string }

/** A message on the channel. */
export type Message = MessageBody & { readonly v: number; readonly from: string }

const types: ReadonlySet<string> = new Set<MessageBody['type']>([
  'record',
  'users',
  'progress',
  'ping',
  'pong',
  'intent',
  'bye',
  'ask',
])

/** Reads what came over the channel; `null` for whatever this version does not understand. */
export function parseMessage(data: unknown): Message | null {
  if (!isObject(data) || data['v'] !== messageVersion || typeof data['from'] !== 'string')
    return null
  if (typeof data['type'] !== 'string' || !types.has(data['type'])) return null
  return hasMembers(data) ? (data as unknown as Message) : null
}

function hasMembers(data: Record<string, unknown>): boolean {
  switch (data['type']) {
    case 'record':
      return typeof data['storeId'] === 'string' && isRecord(data['record'])
    case 'users':
      return (
        typeof data['storeId'] === 'string' &&
        Array.isArray(data['users']) &&
        data['users'].every(isUser) &&
        (data['forgotten'] === undefined || isText(data['forgotten']))
      )
    case 'progress':
      return (
        isText(data['key']) &&
        isText(data['runId']) &&
        isCount(data['fence']) &&
        isProgress(data['progress'])
      )
    case 'intent':
    case 'ask':
      return isText(data['key'])
    case 'bye':
      return Array.isArray(data['runs']) && data['runs'].every(isOwned)
    default:
      return isOwned(data)
  }
}

function isOwned(data: unknown): boolean {
  return isObject(data) && isText(data['key']) && isText(data['owner']) && isCount(data['fence'])
}

/** Whether everything that views and rules read of a record has the form that this version knows. */
export function isRecord(data: unknown): boolean {
  return (
    isObject(data) &&
    isText(data['key']) &&
    isText(data['userId']) &&
    isText(data['scope']) &&
    isCount(data['version']) &&
    isCount(data['epoch']) &&
    isCount(data['fence']) &&
    isCount(data['lastStartAt']) &&
    isCount(data['lastSuccessAt']) &&
    isNull(data['lease'], isLease) &&
    isNull(data['run'], isRun) &&
    isNull(data['buffered'], isObject) &&
    isNull(data['deferred'], isDeferred) &&
    isNull(data['paused'], isObject) &&
    isNull(data['last'], isLast) &&
    isObject(data['bookmarks']) &&
    Object.values(data['bookmarks']).every(isObject) &&
    isObject(data['slots']) &&
    Object.values(data['slots']).every(isSlot)
  )
}

// A number that is none would make a timer that fires at once, again and again.
const leaseCounts = ['fence', 'renewedAt', 'renewSeq', 'ttlMs', 'expiresAt'] as const

function isLease(data: unknown): boolean {
  return (
    isObject(data) &&
    isText(data['owner']) &&
    isText(data['agent']) &&
    isNull(data['presence'], isText) &&
    leaseCounts.every(name => isCount(data[name]))
  )
}

function isRun(data: unknown): boolean {
  return (
    isObject(data) &&
    isText(data['runId']) &&
    isText(data['state']) &&
    isCheckpoint(data['checkpoint']) &&
    isNull(data['wait'], isWait) &&
    isNull(data['cancel'], isObject) &&
    isNull(data['progress'], isProgress) &&
    Array.isArray(data['triggers']) &&
    data['triggers'].every(isObject)
  )
}

function isCheckpoint(data: unknown): boolean {
  return isObject(data) && isNull(data['stage'], isText) && Array.isArray(data['finished'])
}

function isWait(data: unknown): boolean {
  return (
    isObject(data) &&
    isText(data['reason']) &&
    isCount(data['since']) &&
    isCount(data['notBefore']) &&
    isCount(data['userVersion']) &&
    isNull(data['nextAttemptAt'], isCount)
  )
}

function isProgress(data: unknown): boolean {
  return isObject(data) && isText(data['stage']) && isCount(data['n']) && isCount(data['at'])
}

function isDeferred(data: unknown): boolean {
  return isObject(data) && isText(data['reason']) && isNull(data['dueAt'], isCount)
}

function isLast(data: unknown): boolean {
  return isObject(data) && isText(data['runId']) && isText(data['status']) && isCount(data['at'])
}

function isSlot(data: unknown): boolean {
  return isObject(data) && isCount(data['anchorAt']) && isCount(data['lastSlot'])
}

function isNull(data: unknown, orElse: (data: unknown) => boolean): boolean {
  return data === null || orElse(data)
}

function isUser(data: unknown): boolean {
  return (
    isObject(data) &&
    isText(data['userId']) &&
    isCount(data['version']) &&
    isCount(data['epoch']) &&
    isCount(data['signedInAt']) &&
    typeof data['signedIn'] === 'boolean'
  )
}

function isObject(data: unknown): data is Record<string, unknown> {
  return typeof data === 'object' && data !== null && !Array.isArray(data)
}

const isText = (data: unknown): boolean => typeof data === 'string'
const isCount = (data: unknown): boolean => typeof data === 'number' && Number.isFinite(data)

/** A message ready to be sent. */
export function toMessage(body: MessageBody, from: string): Json {
  return { v: messageVersion, from, ...body } as unknown as Json
}
