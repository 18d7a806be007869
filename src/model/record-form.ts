/** Has what another agent sent or wrote the form of a record, as this version reads it? */

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

/** Whether it is what a run tells of how far it is. */
export function isProgress(data: unknown): boolean {
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

/** Whether it is an object, and no list. */
export function isObject(data: unknown): data is Record<string, unknown> {
  return typeof data === 'object' && data !== null && !Array.isArray(data)
}

/** Whether it is a text. */
export const isText = (data: unknown): boolean => typeof data === 'string'
/** Whether it is a finite number. */
export const isCount = (data: unknown): boolean => typeof data === 'number' && Number.isFinite(data)
