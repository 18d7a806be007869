// Does a component know the types of its task?
import { expectTypeOf, test } from 'vitest'
import { computed } from 'vue'
import {
  type createTaskRegistry,
  defineTask,
  type TaskOutcome,
  type TaskView,
  type,
} from '../../src/index.ts'
import { useTask } from '../../src/vue/index.ts'

const importing = defineTask({
  scope: 'import',
  payload: type<{ file: string }>(),
  result: type<number>(),
  run: () => undefined,
})

declare const registry: ReturnType<typeof createTaskRegistry>

test.each([importing, computed(() => importing), () => importing])(
  'payload and result of a task, or of a ref of one, are those of its trigger',
  task => {
    const { view, trigger } = useTask(task, { userId: () => 'ada' })
    expectTypeOf(view.value).toEqualTypeOf<TaskView>()
    expectTypeOf(trigger({ payload: { file: 'a' } }))
      .resolves.toHaveProperty('done')
      .toEqualTypeOf<Promise<TaskOutcome<number>>>()
    // @ts-expect-error -- another payload
    void trigger({ payload: { file: 1 } })
    // @ts-expect-error -- only the registry's calls change it
    view.value = registry.snapshot(importing)
  },
)
