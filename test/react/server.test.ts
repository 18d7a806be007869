// What does a server send for a component that shows a task?
import { createElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { defineTask, RegistryError, type TaskRegistry } from '../../src/index.ts'
import { RegistryProvider, useTask } from '../../src/react/index.ts'
import { thrownBy } from '../registry/build.ts'

const task = defineTask({ scope: 'sync', run: () => undefined })

function Status({ userId }: { readonly userId?: string }): ReactNode {
  const { view } = useTask(task, { userId })
  return `${view.scope} of ${view.userId ?? 'whoever'}: ${view.status}`
}

/** A registry that must not be asked. */
const untouchable = new Proxy({} as TaskRegistry, {
  get(_, name) {
    throw new Error(`the registry was asked for ${String(name)}`)
  },
})

test.each([
  ['without a registry', null],
  ['with one, which it does not ask', untouchable],
])('a server %s sends the loading view', (_, registry) => {
  const render = (userId?: string): string =>
    renderToString(
      createElement(
        RegistryProvider,
        { registry },
        createElement(Status, userId ? { userId } : {}),
      ),
    )
  expect(render()).toBe('sync of whoever: loading')
  expect(render('ada')).toBe('sync of ada: loading')
})

test('a component outside of a provider is told where registries come from', () => {
  const error = thrownBy(() => renderToString(createElement(Status)))
  expect(error).toBeInstanceOf(RegistryError)
  expect(error).toMatchObject({
    code: 'invalid-argument',
    message: expect.stringContaining('RegistryProvider') as unknown,
  })
})
