import { expect, test } from 'vitest'
import { type Evidence, judge, type JudgedRequest } from '../../e2e/chaos/verdict.ts'
import { stepOf } from '../../e2e/chaos/steps.ts'

const edit = { id: 'e1', account: 'ada', collection: 'courses', entityId: 'c1' }
const course = { id: 'c1', title: 'Knots', done: true }
const onDevice = { account: 'ada', done: true, title: 'Knots', id: 'c1' }

function request(more: Partial<JudgedRequest> = {}): JudgedRequest {
  return {
    ...{ seq: 1, account: 'ada', method: 'POST', editId: 'e1', idempotencyKey: 'k1' },
    ...{ fence: 5, store: 's', key: 'ada|course_sync', status: 200, applied: true, replay: false },
    ...more,
  }
}

/** A storm after which all is well, but for what a test says. */
function evidence(more: Partial<Evidence> = {}): Evidence {
  return {
    made: new Map([['e1', edit]]),
    asked: new Map([['e1', edit]]),
    log: [request()],
    states: {
      ada: { edits: { e1: 1 }, courses: [course], messages: [] },
      grace: { edits: {}, courses: [], messages: [] },
    },
    device: { courses: [onDevice], messages: [] },
    ...more,
  }
}

const ada = evidence().states['ada'] ?? { edits: {}, courses: [], messages: [] }
const grace = evidence().states['grace'] ?? ada

test('nothing is said of a storm after which all is well, repetitions and refused fences included', () => {
  expect(judge(evidence())).toEqual([])
  const log = [
    request(),
    request({ seq: 2, fence: 6, applied: false, replay: true }),
    request({ seq: 3, fence: 5, applied: false, status: 412 }),
    request({ seq: 4, fence: 6, applied: false, status: 500 }),
  ]
  expect(judge(evidence({ log }))).toEqual([])
})

test('an edit that was only asked for may be missing, and may be there', () => {
  expect(judge(evidence({ made: new Map() }))).toEqual([])
  const states = { ada: { ...ada, edits: {} }, grace }
  expect(judge(evidence({ made: new Map(), log: [], states }))).toEqual([])
})

const broken: readonly (readonly [string, Partial<Evidence>, RegExp])[] = [
  [
    'an edit that was made and is not there',
    { states: { ada: { ...ada, edits: {} }, grace } },
    /e1 of ada's courses was lost/,
  ],
  [
    'an edit that was applied twice',
    { states: { ada: { ...ada, edits: { e1: 2 } }, grace } },
    /e1 of ada was applied 2 times/,
  ],
  ['two requests that applied one edit', { log: [request(), request({ seq: 2 })] }, /2 requests/],
  ['an edit that nobody made', { made: new Map(), asked: new Map() }, /nobody made the edit e1/],
  [
    'an edit that was sent under another account',
    { log: [request(), request({ seq: 2, account: 'grace', applied: false, status: 500 })] },
    /request 2 sent the edit e1 of ada as grace/,
  ],
  [
    'an edit that was applied under another account',
    { states: { ada, grace: { ...grace, edits: { e1: 1 } } } },
    /e1 of ada was applied under grace/,
  ],
  [
    'an edit under a second idempotency key',
    { log: [request(), request({ seq: 2, applied: false, idempotencyKey: 'k2' })] },
    /request 2 sent the edit e1 under k2, after k1/,
  ],
  [
    'two edits under one idempotency key',
    { log: [request(), request({ seq: 2, editId: 'e2', applied: false })] },
    /e2 under the key of e1/,
  ],
  [
    'a fence that fell',
    { log: [request(), request({ seq: 2, fence: 4, applied: false, replay: true })] },
    /request 2 was accepted with the fence 4, after 5/,
  ],
  [
    'a fence that was refused without a higher one',
    { log: [request(), request({ seq: 2, applied: false, status: 412 })] },
    /request 2 was refused for the fence 5/,
  ],
  ['a row that the device lacks', { device: { courses: [], messages: [] } }, /c1: device nothing/],
  [
    'a row that differs',
    { device: { courses: [{ ...onDevice, ...{ done: false } }], messages: [] } },
    /ada's courses c1: device .*false.*, server .*true/,
  ],
]

for (const [what, evidenceOf, line] of broken) {
  test(`the chaos script reports ${what}`, () => {
    expect(judge(evidence(evidenceOf)).join('\n')).toMatch(line)
  })
}

test('a seed gives the same steps each time, another seed others', () => {
  const steps = (seed: number) => Array.from({ length: 50 }, (_, n) => stepOf(seed, n, 20_000))
  expect(steps(3)).toEqual(steps(3))
  expect(steps(3)).not.toEqual(steps(4))
})
