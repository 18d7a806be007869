// Does a Vue component take over what a server sent?
import { expect, onTestFinished, test } from 'vitest'
import { createApp, createSSRApp, defineComponent, h, KeepAlive, nextTick, ref } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { defineTask } from '../../src/index.ts'
import { registryKey, useTask } from '../../src/vue/index.ts'
import { buildTimed } from '../registry/build.ts'
import { countWatches } from '../registry/live-watches.ts'

const task = defineTask({ scope: 'sync', run: () => undefined })

async function build() {
  const rendered: string[] = []
  const Status = defineComponent(() => {
    const { view } = useTask(task)
    return () => {
      rendered.push(view.value.status)
      return h('p', view.value.status)
    }
  })
  const complaints: string[] = []
  const element = document.createElement('main')
  document.body.append(element)
  onTestFinished(() => element.remove())
  const tab = buildTimed({ tasks: [task] })
  const { registry, live } = countWatches(tab.registry)
  await registry.signIn('ada')
  await tab.advance(0)
  return { ...tab, registry, live, element, rendered, complaints, Status }
}

test('a component that is mounted shows the view at once, and leaves no subscription', async () => {
  const { registry, live, element, rendered, Status } = await build()
  const app = createApp(Status).provide(registryKey, registry)
  app.mount(element)
  expect([element.textContent, rendered, live()]).toEqual(['idle', ['idle'], 1])
  app.unmount()
  expect(live()).toBe(0)
})

test('one that is kept alive out of sight shows on its return what is the case, and leaves nothing when its app ends', async () => {
  const { registry, live, element, Status } = await build()
  const isShown = ref(true)
  const app = createApp(() => h(KeepAlive, () => (isShown.value ? h(Status) : null)))
  app.provide(registryKey, registry).mount(element)
  isShown.value = false
  await nextTick()
  expect([element.textContent, live()]).toEqual(['', 1])
  await registry.signOut()
  isShown.value = true
  await nextTick()
  expect([element.textContent, live()]).toEqual(['signed-out', 1])
  app.unmount()
  expect(live()).toBe(0)
})

test('hydrating begins with what the server sent, then shows the view', async () => {
  const { registry, live, element, rendered, complaints, Status } = await build()
  element.innerHTML = await renderToString(createSSRApp(Status).provide(registryKey, null))
  expect(element.textContent).toBe('loading')
  const app = createSSRApp(Status).provide(registryKey, registry)
  app.config.warnHandler = said => complaints.push(said)
  app.mount(element)
  onTestFinished(() => app.unmount())
  await expect.poll(() => element.textContent).toBe('idle')
  expect(rendered).toEqual(['loading', 'loading', 'idle'])
  expect([live(), complaints]).toEqual([1, []])
})
