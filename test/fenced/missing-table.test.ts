// A task that names a table which its database lacks.
import { expect, test } from 'vitest'
import '../store/fake-idb.ts'
import { fleets } from './support.ts'

test.each(fleets)(
  'a commit that names a table which %s lacks says nothing of the store',
  async (_, make) => {
    const fleet = make()
    const errors: unknown[] = []
    const states: string[] = []
    const task = fleet.task(
      async run => {
        await run.commit('1', { write: () => Promise.resolve() }).catch(() => undefined)
      },
      ['nope'],
    )
    const registry = fleet.registry({ tasks: [task], onError: error => errors.push(error) })
    registry.events.subscribe(event => {
      if (event.type === 'store') states.push(event.health.state)
    })
    await registry.signIn('ada')
    const { done } = await registry.trigger(task)
    await done
    expect(states).toEqual([])
    expect(errors).toEqual([])
  },
)
