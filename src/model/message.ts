/** What agents tell each other: hints, parsed by a total function. The record is the truth. */
import type { Json } from './json.ts'
import type { TaskRecord } from './record.ts'
import type { Progress } from './run.ts'
import { isCount, isObject, isProgress, isRecord, isText } from './record-form.ts'
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

/** A message ready to be sent. */
export function toMessage(body: MessageBody, from: string): Json {
  return { v: messageVersion, from, ...body } as unknown as Json
}
