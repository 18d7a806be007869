/** What agents tell each other: hints, parsed by a total function. The record is the truth. */
import type { Json } from './json.ts'
import type { Progress, TaskRecord, UserRecord } from './record.ts'

/** The form of the messages that this version sends and understands. */
export const messageVersion = 1

/** What a message says. */
export type MessageBody =
  /** The key's record, slim, as it is since its last write. */
  | { readonly type: 'record'; readonly storeId: string; readonly record: TaskRecord }
  /** The users' sign-in states, as they are since the last sign-in or sign-out. */
  | { readonly type: 'users'; readonly storeId: string; readonly users: readonly UserRecord[] }
  | {
      readonly type: 'progress'
      readonly key: string
      readonly runId: string
      readonly fence: number
      readonly n: number
      readonly progress: Progress
    }
  /** Is exactly this owner still at work? */
  | { readonly type: 'ping'; readonly key: string; readonly owner: string; readonly fence: number }
  /** It is: it renewed, or did so a moment ago. */
  | { readonly type: 'pong'; readonly key: string; readonly owner: string; readonly fence: number }
  /** The sender is about to acquire the key: a record follows, or the sender died in between. */
  | { readonly type: 'intent'; readonly key: string }
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
        data['users'].every(isUser)
      )
    case 'progress':
      return (
        isText(data['key']) &&
        isText(data['runId']) &&
        isCount(data['fence']) &&
        isCount(data['n']) &&
        isObject(data['progress']) &&
        isCount(data['progress']['at'])
      )
    case 'intent':
    case 'ask':
      return isText(data['key'])
    default:
      return isText(data['key']) && isText(data['owner']) && isCount(data['fence'])
  }
}

function isRecord(data: unknown): boolean {
  return (
    isObject(data) &&
    isText(data['key']) &&
    isText(data['userId']) &&
    isText(data['scope']) &&
    isCount(data['version']) &&
    isCount(data['epoch']) &&
    isCount(data['fence']) &&
    (data['lease'] === null ||
      (isObject(data['lease']) &&
        isText(data['lease']['owner']) &&
        isCount(data['lease']['expiresAt']))) &&
    (data['run'] === null ||
      (isObject(data['run']) &&
        isText(data['run']['runId']) &&
        isObject(data['run']['checkpoint']) &&
        Array.isArray(data['run']['triggers']) &&
        data['run']['triggers'].every(isObject))) &&
    isObject(data['slots'])
  )
}

function isUser(data: unknown): boolean {
  return (
    isObject(data) &&
    isText(data['userId']) &&
    isCount(data['version']) &&
    isCount(data['epoch']) &&
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
