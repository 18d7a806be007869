import { expect, test } from 'vitest'
import { courses, seeds, setScene } from './support.ts'

test('C01 N contexts trigger in the same tick: one owner, the others join the same run', async () => {
  for (const seed of seeds) {
    const { world, sync, open } = setScene({ seed })
    const agents = [await open('a'), await open('b'), await open('c')]
    sync.addEdit('u1')
    const triggers = []
    for (const agent of agents) triggers.push(await world.trigger(agent, courses, { source: 'online', brings: 'nothing' }))
    await world.until('all are answered', () => triggers.every(trigger => trigger.outcome !== null))
    expect(triggers.map(trigger => trigger.answer?.decision).sort(), world.trace()).toEqual(['joined', 'joined', 'started'])
    expect(new Set(triggers.map(trigger => trigger.answer?.runId)).size).toBe(1)
    expect(triggers.map(trigger => trigger.outcome?.status)).toEqual(['succeeded', 'succeeded', 'succeeded'])
    expect(sync.log.map(entry => entry.path)).toEqual(['/pull', '/pull', '/push'])
  }
})
