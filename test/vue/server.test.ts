// What does a server send for a component that shows a task?
import { expect, test } from 'vitest'
import { createSSRApp, defineComponent } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { defineTask, RegistryError, type TaskRegistry } from '../../src/index.ts'
import { registryKey, useTask } from '../../src/vue/index.ts'
import { rejectionOf } from '../registry/build.ts'

const task = defineTask({ scope: 'sync', run: () => undefined })

const Status = defineComponent(
  ({ userId }: { userId?: string }) => {
    const { view } = useTask(task, { userId: () => userId })
    return () => `${view.value.scope} of ${view.value.userId ?? 'whoever'}: ${view.value.status}`
  },
  { props: ['userId'] },
)

/** A registry that must not be asked. */
const untouchable = new Proxy({} as TaskRegistry, {
  get(_, name) {
    throw new Error(`the registry was asked for ${String(name)}`)
  },
})

test.each([
  ['without a registry', null],
  ['with one, which it does not ask', untouchable],
])('a server %s sends the loading view', async (_, registry) => {
  const render = (userId?: string): Promise<string> =>
    renderToString(createSSRApp(Status, { userId }).provide(registryKey, registry))
  expect(await render()).toBe('sync of whoever: loading')
  expect(await render('ada')).toBe('sync of ada: loading')
})

test('a component of an app that provides no registry is told where registries come from', async () => {
  const app = createSSRApp(Status)
  app.config.warnHandler = () => undefined
  // Vue's production build, which another test may have asked for in this process, only logs it.
  app.config.throwUnhandledErrorInProduction = true
  const error = await rejectionOf(renderToString(app))
  expect(error).toBeInstanceOf(RegistryError)
  expect(error).toMatchObject({
    code: 'invalid-argument',
    message: expect.stringContaining('registryKey') as unknown,
  })
})
