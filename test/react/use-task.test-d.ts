// Does a component know the types of its task?
import { expectTypeOf, test } from 'vitest'
import { defineTask, type TaskOutcome, type TaskView, type } from '../../src/index.ts'
import { useTask } from '../../src/react/index.ts'

const importing = defineTask({
  scope: 'import',
  payload: type<{ file: string }>(),
  result: type<number>(),
  run: () => undefined,
})

test('payload and result of a task are those of its trigger', () => {
  const { view, trigger, cancel } = useTask(importing, { userId: undefined })
  expectTypeOf(view).toEqualTypeOf<TaskView>()
  expectTypeOf(trigger({ payload: { file: 'a' } }))
    .resolves.toHaveProperty('done')
    .toEqualTypeOf<Promise<TaskOutcome<number>>>()
  expectTypeOf(cancel).returns.resolves.toHaveProperty('cancelled')
  // @ts-expect-error -- another payload
  void trigger({ payload: { file: 1 } })
  // @ts-expect-error -- the user is the component's
  void trigger({ userId: 'ada' })
  // @ts-expect-error -- an event is no option: `onClick={() => trigger()}`
  expectTypeOf(trigger).toExtend<(event: MouseEvent) => unknown>()
})
