import { expect, test } from 'vitest'
import { defineTask } from '../../src/index.ts'
import type { Json } from '../../src/model/json.ts'
import { change } from '../../src/trigger/index.ts'
import { buildRegistry } from './build.ts'

test.each([
  ['not-json', new Date(0)],
  ['too-large', 'x'.repeat(20_000)],
] as const)(
  'a source that fires a payload which is %s is reported, and starts nothing',
  async (code, payload) => {
    let emit: (value: Json) => void = () => undefined
    const changes = {
      subscribe: ({ next }: { readonly next: (value: Json) => void }) => {
        emit = next
        return () => undefined
      },
    }
    const task = defineTask({
      scope: 'payloads',
      run: () => undefined,
      triggers: [change<Json>(changes, { payload: value => value })],
    })
    const errors: unknown[] = []
    const registry = buildRegistry({ tasks: [task], onError: error => errors.push(error) })
    await registry.signIn('ada')
    emit(payload as unknown as Json)
    emit('small')
    await expect.poll(async () => (await registry.history(task)).runs).toHaveLength(1)
    expect(errors).toMatchObject([{ code }])
    expect((await registry.history(task)).runs[0]?.payload).toBe('small')
  },
)
