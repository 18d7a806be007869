/** Random lives of one key: three agents ask, work, fail, die silently, come back late. */
import fc from 'fast-check'
import { nextDueAt, type Signal } from '../../src/model/choose-due.ts'
import type { FailureClass } from '../../src/model/error.ts'
import { isCurrent } from '../../src/model/epoch.ts'
import type { Evidence } from '../../src/model/evidence.ts'
import type { AgentFacts, TaskPolicy } from '../../src/model/facts.ts'
import type { Holder } from '../../src/model/holder.ts'
import type { TriggerRequest } from '../../src/model/trigger.ts'
import { countOf } from './invariants.ts'
import { aOneStepPolicy, aPolicy, day, hour, minute, second, Story } from './support.ts'

const agents = ['tab-a', 'tab-b', 'tab-c'] as const
type AgentName = (typeof agents)[number]

/** One thing that happens. */
export type Step =
  | { readonly does: 'trigger'; readonly by: AgentName; readonly request: TriggerRequest }
  | {
      readonly does: 'slot'
      readonly by: AgentName
      readonly queues: boolean
      readonly periodMs: number
    }
  | {
      readonly does: 'commit' | 'seal' | 'end-stage' | 'renew' | 'return' | 'hand-over'
      readonly by: AgentName
    }
  | {
      readonly does: 'fail'
      readonly by: AgentName
      readonly failure: FailureClass
      readonly retryAfterMs: number
    }
  | { readonly does: 'look'; readonly by: AgentName; readonly signal: Signal }
  | {
      readonly does: 'take-over'
      readonly by: AgentName
      readonly kind: Evidence['kind']
      readonly handOver: boolean
    }
  | { readonly does: 'die' | 'come-back' | 'stop'; readonly by: AgentName }
  | {
      readonly does: 'go-online' | 'go-offline' | 'open-gate' | 'close-gate'
      readonly by: AgentName
    }
  | { readonly does: 'cancel' | 'pause' | 'resume' | 'reset' | 'sign-out' | 'sign-in' }
  | { readonly does: 'wait'; readonly ms: number }

const by = fc.constantFrom(...agents)

const request: fc.Arbitrary<TriggerRequest> = fc
  .record(
    {
      source: fc.constantFrom('manual', 'schedule', 'foreground', 'change'),
      byUser: fc.boolean(),
      brings: fc.constantFrom('nothing', 'maybe', 'news'),
      payload: fc.constantFrom(null, 1, 2),
      whenRunning: fc.constantFrom('auto', 'join', 'buffer', 'restart', 'skip'),
      count: fc.integer({ min: 1, max: 5 }),
    },
    { requiredKeys: ['source', 'byUser', 'brings'] },
  )
  .map(({ whenRunning, ...rest }) =>
    whenRunning && rest.source !== 'manual'
      ? rest
      : { ...rest, ...(whenRunning && { whenRunning }) },
  )

const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ does: fc.constant('trigger' as const), by, request }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('slot' as const),
      by,
      queues: fc.boolean(),
      periodMs: fc.constantFrom(second, minute, hour),
    }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      does: fc.constantFrom(
        'commit' as const,
        'seal',
        'end-stage',
        'end-stage',
        'renew',
        'return',
        'return',
        'hand-over',
      ),
      by,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('fail' as const),
      by,
      failure: fc.constantFrom<FailureClass>(
        'retryable',
        'retryable',
        'offline',
        'auth',
        'rate-limited',
        'fatal',
      ),
      retryAfterMs: fc.constantFrom(0, 0, minute),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('look' as const),
      by,
      signal: fc.constantFrom<Signal>('time', 'time', 'online', 'foreground', 'resume'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('take-over' as const),
      by,
      kind: fc.constantFrom<Evidence['kind']>('presence', 'presence', 'expired', 'unchanged'),
      handOver: fc.constantFrom(false, false, true),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constantFrom('die' as const, 'come-back', 'come-back', 'stop'),
      by,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constantFrom('go-online' as const, 'go-offline', 'open-gate', 'close-gate'),
      by,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constantFrom(
        'cancel' as const,
        'pause',
        'resume',
        'resume',
        'reset',
        'sign-out',
        'sign-in',
        'sign-in',
      ),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('wait' as const),
      ms: fc.constantFrom(0, 1, second, 11 * second, minute, hour, 2 * day, -minute),
    }),
  },
)

/** A life: what kind of task, and what happens. */
export const lives: fc.Arbitrary<{ readonly policy: TaskPolicy; readonly steps: readonly Step[] }> =
  fc.record({
    policy: fc.constantFrom(
      aPolicy(),
      aPolicy({ seals: 'manual' }),
      aOneStepPolicy(),
      aOneStepPolicy({ whenRunning: 'restart', network: false, minIntervalMs: 0 }),
    ),
    steps: fc.array(steps, { minLength: 20, maxLength: 80, size: 'max' }),
  })

interface Agent {
  alive: boolean
  stopped: boolean
  online: boolean
  gate: true | string
  /** Which lease it believes in, and the run it is about. */
  holds: { readonly holder: Holder; readonly runId: string } | null
}

/** Plays a life, and checks after each step what must hold besides the invariants of each write. */
export class Walk {
  readonly story: Story
  readonly #agents: Record<AgentName, Agent>
  readonly #started = new Set<string>()
  #cursor = 0

  constructor(policy: TaskPolicy) {
    this.story = new Story({ policy })
    const anAgent = (): Agent => ({
      alive: true,
      stopped: false,
      online: true,
      gate: true,
      holds: null,
    })
    this.#agents = { 'tab-a': anAgent(), 'tab-b': anAgent(), 'tab-c': anAgent() }
  }

  play(step: Step): void {
    const { story } = this
    switch (step.does) {
      case 'wait':
        story.advance(step.ms)
        break
      case 'cancel':
        story.cancel()
        break
      case 'pause':
      case 'resume':
        story.pause(step.does === 'pause')
        break
      case 'reset':
        story.reset()
        break
      case 'sign-out':
        story.signOut()
        break
      case 'sign-in':
        story.signIn(true)
        break
      case 'come-back':
        this.#agents[step.by].alive = true
        break
      default:
        if (this.#agents[step.by].alive) this.#act(step)
    }
    if (story.stored?.run?.state === 'running') this.#started.add(story.stored.run.runId)
  }

  /** One agent is left, awake and willing: it brings everything to rest, or shows what is stuck. */
  comeToRest(): void {
    const { story } = this
    for (const agent of Object.values(this.#agents)) {
      Object.assign(agent, { alive: false, stopped: false, online: true, gate: true })
    }
    const name = 'tab-a'
    const last = this.#agents[name]
    last.alive = true
    if (!story.user?.signedIn) story.signIn()
    story.pause(false)
    for (let i = 0; i < 500; i++) {
      const record = story.stored
      if (!record) return
      const isOurs = last.holds !== null && last.holds.holder.owner === record.lease?.owner
      const nextAt = nextDueAt(record, story.user)
      if (!isCurrent(record, story.user) && record.run) story.look()
      else if (record.lease && isOurs) this.play({ does: 'return', by: name })
      else if (record.lease)
        this.play({ does: 'take-over', by: name, kind: 'unchanged', handOver: false })
      else if (story.due('time', this.#who(name)) !== null)
        this.play({ does: 'look', by: name, signal: 'time' })
      else if (record.run?.wait?.reason === 'auth') story.advance(1).signIn(true)
      else if (nextAt === null) return this.#checkRest()
      else if (nextAt === Number.POSITIVE_INFINITY)
        throw new Error('what is deferred has no way on')
      else story.now = Math.max(story.now + 1, nextAt)
    }
    throw new Error('it never comes to rest')
  }

  #checkRest(): void {
    const { record, rows } = this.story
    const isCurrentRecord = isCurrent(record, this.story.user)
    expectThat(record.lease === null && record.run === null, 'at rest no run is held or waits')
    expectThat(record.buffered === null, 'at rest nothing is buffered')
    expectThat(record.deferred === null || !isCurrentRecord, 'at rest nothing is deferred')
    for (const runId of this.#started) {
      expectThat(
        rows.filter(row => row.runId === runId).length === 1,
        'each run has one terminal state',
      )
    }
  }

  #act(step: Extract<Step, { readonly by: AgentName }>): void {
    const { story } = this
    const agent = this.#agents[step.by]
    switch (step.does) {
      case 'die':
        agent.alive = false
        break
      case 'come-back':
        break
      case 'stop':
        agent.stopped = true
        break
      case 'go-online':
      case 'go-offline':
        agent.online = step.does === 'go-online'
        break
      case 'open-gate':
      case 'close-gate':
        agent.gate = step.does === 'open-gate' ? true : 'closed'
        break
      case 'trigger':
        this.#trigger(step.by, step.request)
        break
      case 'slot':
        this.#slot(step)
        break
      case 'look':
        this.#noteHolding(step.by, story.look(step.signal, this.#who(step.by)).acquired)
        break
      case 'take-over':
        this.#takeOver(step)
        break
      default:
        this.#work(step)
    }
  }

  #trigger(name: AgentName, asked: TriggerRequest): void {
    const { story } = this
    const before = story.stored
    const result = story.trigger(asked, this.#who(name))
    const after = story.stored
    this.#noteHolding(name, result.acquired)
    if (result.decision === 'rejected')
      return expectThat(after === before, 'a rejected trigger writes nothing')
    const brings = asked.brings !== 'nothing' || asked.payload !== undefined
    if (result.decision === 'joined' && brings) {
      const missed =
        before?.run?.checkpoint.sealed === true ||
        (story.policy.seals === 'never' && asked.brings === 'news')
      const agreed = asked.whenRunning === 'join' && asked.brings === 'maybe'
      const differs = asked.payload !== undefined && asked.payload !== before?.run?.payload
      expectThat(
        result.followUp || !differs,
        'a trigger with another payload is never swallowed by a run',
      )
      const bringsNews = asked.brings !== 'nothing'
      expectThat(
        result.followUp || !missed || !bringsNews || agreed,
        'what joined and brought something is read before the seal, or before the end when it never seals',
      )
    }
    if (result.followUp) expectThat(after?.buffered != null, 'a promised follow-up is stored')
    if (result.decision === 'deferred') {
      expectThat(after?.deferred != null || result.needsPresence, 'a deferred trigger is stored')
    }
    const listed =
      countOf(after?.recent, after?.recentDropped) - countOf(before?.recent, before?.recentDropped)
    const isOfRun = result.decision === 'started' || result.decision === 'joined'
    expectThat(listed === (isOfRun ? 0 : (asked.count ?? 1)), 'each decision is recorded once')
  }

  #slot({ by, queues, periodMs }: Extract<Step, { readonly does: 'slot' }>): void {
    const { story } = this
    const at = Math.floor(story.now / periodMs) * periodMs
    const before = story.stored?.slots['every']?.lastSlot ?? Number.NEGATIVE_INFINITY
    const slot = { id: 'every', at, anchorAt: 0, periodMs, queues, passedOver: 0 }
    const result = story.trigger(
      { source: 'schedule', byUser: false, brings: 'nothing', slot },
      this.#who(by),
    )
    this.#noteHolding(by, result.acquired)
    if (result.decision === 'rejected') return
    const after = story.stored?.slots['every']?.lastSlot ?? Number.NEGATIVE_INFINITY
    const isDone = result.reason === 'slot-done'
    expectThat(
      isDone === at <= before,
      'a slot runs once, whoever asks and whatever the clock says',
    )
    const isLeft = !isDone && after === before
    expectThat(!isLeft || queues, 'a slot that does not queue is served by whatever became of it')
    const isRun = ['started', 'skipped', 'deferred'].includes(result.decision)
    expectThat(!queues || isRun, 'a slot that queues never joins')
    expectThat(
      !queues || result.decision !== 'deferred' || isLeft,
      'a slot that queues is never merged',
    )
  }

  #takeOver(step: Extract<Step, { readonly does: 'take-over' }>): void {
    const { story } = this
    const lease = story.stored?.lease
    if (!lease || lease.agent === step.by) return
    const isOwnerAlive = this.#agents[lease.agent as AgentName].alive
    // Presence and silence are facts: there is no such evidence of an owner that is alive.
    if (isOwnerAlive && step.kind !== 'expired') return
    const { owner, fence, renewSeq } = lease
    const evidence: Evidence =
      step.kind === 'presence'
        ? { kind: 'presence', owner, fence, presence: lease.presence ?? '' }
        : { kind: step.kind, owner, fence, renewSeq }
    const { handOver } = step
    const { acquired, did } = story.goOn({ evidence, handOver }, this.#who(step.by))
    this.#noteHolding(step.by, acquired)
    const isEarly = step.kind === 'expired' && story.now < lease.expiresAt
    expectThat(
      !isEarly || did === 'nothing',
      'a lease that has not expired is not taken over for its expiry',
    )
  }

  #work(step: Extract<Step, { readonly by: AgentName }>): void {
    const { story } = this
    const agent = this.#agents[step.by]
    if (!agent.holds) return
    const { holder } = agent.holds
    const before = story.stored
    const isHolder = before?.lease?.owner === holder.owner && isCurrent(before, story.user)
    const stage = before?.run?.checkpoint.stage ?? 'run'
    const write = { holder }
    const facts = this.#who(step.by)
    switch (step.does) {
      case 'renew':
      case 'commit':
      case 'seal':
      case 'end-stage': {
        this.#cursor++
        const result =
          step.does === 'renew'
            ? story.renew(write)
            : story.commit(
                {
                  stage,
                  ...(step.does === 'commit' ? { cursor: this.#cursor } : {}),
                  seal: step.does === 'seal',
                  last: step.does === 'end-stage',
                },
                write,
              )
        expectThat(
          !result.ok || isHolder,
          'no write with an older fence or of an older sign-in is accepted',
        )
        expectThat(result.ok || story.stored === before, 'a refused write changes nothing')
        if (!result.ok && (result.reason === 'lease-lost' || result.reason === 'signed-out'))
          agent.holds = null
        return
      }
      case 'return':
      case 'hand-over':
      case 'fail': {
        const result = story.settle(
          step.does === 'fail'
            ? { kind: 'failed', failure: failureOf(step.failure, step.retryAfterMs) }
            : step.does === 'hand-over'
              ? { kind: 'handed-over' }
              : { kind: 'succeeded', step: { stage, last: true, seal: false } },
          facts,
          write,
        )
        expectThat(
          !result.ok || isHolder || story.stored === before,
          'a settle without the lease changes nothing',
        )
        agent.holds = null
        this.#noteHolding(step.by, result.ok && result.promoted)
        return
      }
      default:
        throw new Error(`no work: ${step.does}`)
    }
  }

  #noteHolding(name: AgentName, acquired: boolean): void {
    if (acquired)
      this.#agents[name].holds = { holder: this.story.holder, runId: this.story.run.runId }
  }

  #who(name: AgentName): Partial<AgentFacts> {
    const { online, gate, stopped } = this.#agents[name]
    return {
      agent: name,
      presence: `presence of ${name}`,
      online,
      gate,
      mayStart: stopped ? 'agent-stopped' : true,
    }
  }
}

function failureOf(failureClass: FailureClass, retryAfterMs: number) {
  return {
    error: { failureClass, name: 'Error', message: 'of the walk' },
    retryAfterMs,
    afterResume: false,
  } as const
}

function expectThat(holds: boolean, promise: string): void {
  if (!holds) throw new Error(`broken: ${promise}`)
}
