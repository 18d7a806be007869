/** What do the tests send? */
import { randomUUID } from 'node:crypto'

/** The headers of an edit, the key made from its id. */
export function stamp(editId: string, account = 'ada', fence = 1): Record<string, string> {
  return {
    Authorization: `Bearer ${account}`,
    'Idempotency-Key': `store-1/${account}/${editId}`,
    'Leasehold-Store': 'store-1',
    'Leasehold-Key': `${account}|course_sync`,
    'Leasehold-Fence': String(fence),
  }
}

export function course(id: string, change: Record<string, unknown> = {}) {
  return { id, title: `Title of ${id}`, body: 'Body', done: false, updatedAt: 1_000, ...change }
}

/** An edit that puts a course; a new edit each time. */
export function putCourse(entityId: string, change: Record<string, unknown> = {}) {
  return { id: randomUUID(), kind: 'put', entity: course(entityId, change), madeAt: 2_000 }
}

export function deleteRow(entityId: string) {
  return { id: randomUUID(), kind: 'delete', entityId, madeAt: 3_000 }
}
