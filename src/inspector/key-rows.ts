/** The rows of the table of keys: what each key is doing, who holds it, for how long. */
import { deriveView } from '../model/derive-view.ts'
import type { TaskRecord } from '../model/record.ts'
import type { TaskView } from '../model/view.ts'
import { isNewerSchema } from '../model/versions.ts'
import { type AgentName, nameAgents } from './agent-names.ts'
import type { Insight } from './insight.ts'

/** A lease as a bar shows it. */
export interface LeaseBar {
  /** Another one after each renewal. */
  readonly id: string
  readonly renewedAt: number
  readonly expiresAt: number
}

/** One key. */
export interface KeyRow {
  readonly key: string
  readonly userId: string
  readonly scope: string
  readonly view: TaskView
  readonly stage: string | null
  readonly owner: AgentName | null
  readonly lease: LeaseBar | null
  /** The highest fence ever given. */
  readonly fence: number
  readonly paused: boolean
  readonly record: TaskRecord
}

/** Derives them, in the order of the keys. `text`: only keys that contain it, whatever the case. */
export function deriveKeyRows(insight: Insight, now: number, text = ''): readonly KeyRow[] {
  const nameOf = nameAgents(insight)
  const wanted = text.trim().toLowerCase()
  return [...insight.records.values()]
    .filter(({ key, userId, scope }) => `${key} ${userId}|${scope}`.toLowerCase().includes(wanted))
    .map(record => deriveRow(insight, record, now, nameOf))
}

function deriveRow(
  insight: Insight,
  record: TaskRecord,
  now: number,
  nameOf: (agent: string) => AgentName,
): KeyRow {
  const { key, userId, scope, lease, fence } = record
  const live = insight.progress.get(key)
  const view = deriveView(record, record, insight.users.get(userId) ?? null, {
    now,
    agent: insight.agent,
    // Who could go on with it, and which gates are closed, is known to the tabs with the task.
    capable: true,
    stuck: false,
    gate: true,
    outdated: isNewerSchema(record),
    ownerGone: false,
    progress: live?.runId === record.run?.runId ? (live?.progress ?? null) : null,
    store: insight.health,
    background: null,
  })
  const held = view.running ? lease : null
  return {
    key,
    userId,
    scope,
    view,
    stage: view.running?.stage ?? record.run?.checkpoint.stage ?? null,
    owner: held && nameOf(held.agent),
    lease: held && {
      id: `${held.fence}.${held.renewSeq}`,
      renewedAt: held.renewedAt,
      expiresAt: held.expiresAt,
    },
    fence,
    paused: record.paused !== null,
    record,
  }
}

/** How much of a lease is left: from 1, just renewed, to 0, over. A clock that was set back shows no more than all. */
export function leaseLeft({ renewedAt, expiresAt }: LeaseBar, now: number): number {
  const whole = Math.max(1, expiresAt - renewedAt)
  return Math.min(1, Math.max(0, (expiresAt - now) / whole))
}
