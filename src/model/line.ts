/** Who is first when an agent may run only so many keys at once. */
import type { TaskRecord } from './record.ts'

/** Sorts what is due: a press before what is automatic, then whoever has waited longest. */
export function compareInLine(one: TaskRecord | null, other: TaskRecord | null): number {
  const press = Number(isPressed(other)) - Number(isPressed(one))
  return press || waitsSince(one) - waitsSince(other)
}

function isPressed(record: TaskRecord | null): boolean {
  return record?.deferred?.byUser ?? false
}

/** A slot that nothing was written of yet came last. */
function waitsSince(record: TaskRecord | null): number {
  return record?.deferred?.requestedAt ?? record?.run?.startedAt ?? Number.MAX_SAFE_INTEGER
}
