/** What does an account contain before anybody edits it? */
import type { Account } from './accounts.ts'
import type { Collection, Entity } from './collections.ts'

/** A row and where it belongs. */
export interface SeedRow {
  readonly collection: Collection
  readonly entity: Entity
}

const STARTED_AT = Date.UTC(2026, 0, 5, 8)
const MINUTE_MS = 60_000

const subjects = ['Algebra', 'Botany', 'Ceramics', 'Drawing', 'Etymology', 'Fencing', 'Geology']
const lines = [
  'Shall we move the seminar to Thursday?',
  'The notes of last week are in the course.',
  'I have marked the exercise as done.',
  'Who brings the projector?',
]

/** 60 courses and 40 messages; the same ones each time. */
export function seedRows(account: Account): readonly SeedRow[] {
  const courses = range(60).map(n => course(account, n))
  const messages = range(40).map(n => message(account, n))
  return [...courses, ...messages]
}

function course(account: Account, n: number): SeedRow {
  const subject = pick(subjects, n)
  const entity = {
    id: `${account}-course-${pad(n)}`,
    title: `${subject} ${Math.ceil(n / subjects.length)}`,
    body: `Unit ${n}: read the chapter on ${subject.toLowerCase()}, then write half a page.`,
    done: n % 4 === 0,
    updatedAt: STARTED_AT + n * MINUTE_MS,
  }
  return { collection: 'courses', entity }
}

function message(account: Account, n: number): SeedRow {
  const other = account === 'ada' ? 'grace' : 'ada'
  const entity = {
    id: `${account}-message-${pad(n)}`,
    text: pick(lines, n),
    createdAt: STARTED_AT + n * 7 * MINUTE_MS,
    from: n % 3 === 0 ? account : other,
  }
  return { collection: 'messages', entity }
}

function range(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index + 1)
}

function pick(values: readonly string[], n: number): string {
  return values[n % values.length] ?? ''
}

function pad(n: number): string {
  return String(n).padStart(2, '0')
}
