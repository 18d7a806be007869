/** How each action of a history is done. */
import type { SimAgent } from 'leasehold/testing'
import { actOnWorker, isOnlyOfPages } from './act-worker.ts'
import type { Action } from './actions.ts'
import { awake, enter, type Stage, watch } from './stage.ts'

const hourMs = 3_600_000

/** Does it. */
export async function act(stage: Stage, action: Action): Promise<void> {
  const { world, sync } = stage
  const there = world.agents().filter(agent => agent.state() !== 'dead')
  const live = awake(stage)
  count(stage, `action ${action.kind}`)
  switch (action.kind) {
    case 'edit':
      sync.addEdit(action.user)
      return
    case 'spawn':
      if (there.length < 5) await enter(stage, 'abc'.charAt(world.random.below(3)))
      return
    case 'trouble':
      sync.trouble = action.trouble
      count(stage, `trouble ${action.trouble}`)
      return
    case 'gate':
      sync.isOpen = action.open
      return
    case 'portal':
      return world.setReachable(action.reachable)
    case 'rows':
      sync.rows += action.added
      return
    case 'loss':
      return world.setLoss(action.part)
    case 'clock':
      count(stage, Math.abs(action.ms) > 50 * hourMs ? 'clock a year off' : 'clock hours off')
      stage.wall.aheadMs += action.ms
      return world.jumpClock(action.ms)
    case 'sleep':
      count(stage, `sleep, the monotonic clock ${stage.plan.monotonic}`)
      return world.sleep(action.ms)
    case 'pass':
      return world.pass(action.ms)
    case 'event':
    case 'worker':
      return actOnWorker(stage, action)
    case 'thaw':
    case 'restore': {
      const state = action.kind === 'thaw' ? 'frozen' : 'cached'
      const away = there.filter(agent => agent.state() === state)
      const agent = away[action.agent % away.length]
      if (agent) world[action.kind](agent)
      return
    }
    default: {
      const agent =
        ('owner' in action && action.owner && ownerOf(stage)) || live[action.agent % live.length]
      if (!agent || (agent.kind === 'service-worker' && isOnlyOfPages(action))) return
      await actBy(stage, agent, action)
    }
  }
}

function ownerOf({ world }: Stage): SimAgent | undefined {
  const lease = world.record('u1|course_sync')?.lease
  return world
    .agents()
    .find(agent => agent.state() !== 'dead' && lease?.agent === `${agent.name}.1`)
}

type ByAgent = Exclude<
  Action,
  {
    readonly kind:
      | 'edit'
      | 'spawn'
      | 'trouble'
      | 'gate'
      | 'portal'
      | 'rows'
      | 'loss'
      | 'pass'
      | 'thaw'
      | 'restore'
      | 'sleep'
      | 'clock'
      | 'event'
      | 'worker'
  }
>

async function actBy(stage: Stage, agent: SimAgent, action: ByAgent): Promise<void> {
  const { world, sync } = stage
  switch (action.kind) {
    case 'trigger': {
      if (action.edit) sync.addEdit('u1')
      const pending = sync.pendingOf('u1').map(edit => edit.id)
      const trigger = await world.trigger(agent, action.target, action.options)
      if (action.options.brings !== 'nothing' && action.options.whenRunning !== 'join')
        stage.brought.set(trigger, pending)
      return
    }
    case 'cancel': {
      const runId = action.named ? world.record('u1|course_sync')?.run?.runId : undefined
      await world.act(agent, `cancel ${action.target}`, registry =>
        registry.cancel(addressOf(agent, action.target), runId === undefined ? {} : { runId }),
      )
      return
    }
    case 'pause':
    case 'resume':
    case 'reset':
      await world.act(agent, `${action.kind} ${action.target}`, registry =>
        registry[action.kind](addressOf(agent, action.target)),
      )
      return
    case 'kill':
      return world.kill(agent)
    case 'stop':
      stage.ended.add(agent)
      await world.act(agent, 'stop', registry => registry.stop())
      return
    case 'close':
      stage.ended.add(agent)
      await world.act(agent, 'close', registry => registry.close({ force: true }))
      return
    case 'freeze':
    case 'cache':
    case 'throttle':
    case 'leave':
      return world[action.kind](agent)
    case 'hide':
    case 'show':
      return world.setVisible(agent, action.kind === 'show')
    case 'go offline':
    case 'go online':
      return world.setOnline(agent, action.kind === 'go online')
    case 'signal':
      return world.signal(agent, action.signal)
    case 'sign in':
      await world.act(agent, `sign in ${action.user}`, registry =>
        registry.signIn(action.user, { fresh: action.fresh }),
      )
      watch(stage, agent, action.user)
      return
    case 'store':
      count(stage, `store ${action.trouble ?? 'is well'}`)
      return world.breakStore(agent, action.trouble, { times: action.times, forMs: action.forMs })
    case 'sign out':
      await world.act(agent, 'sign out', registry => registry.signOut(action.user))
      return
    case 'switch':
      await world.act(agent, `switch to ${action.user}`, async registry => {
        await registry.signOut()
        await registry.signIn(action.user, { fresh: true })
      })
      watch(stage, agent, action.user)
      return
  }
}

function addressOf(agent: SimAgent, target: string): string {
  return (agent.tasks.find(task => task.scope === target) ?? target) as string
}

function count({ did }: Stage, what: string): void {
  did.set(what, (did.get(what) ?? 0) + 1)
}
