// What do the elements do where there are none, as on a server?
import { expect, test } from 'vitest'
import { defineSyncButton } from '../../src/element/index.ts'
import { defineInspector, defineTimeline } from '../../src/inspector/index.ts'

test.each([
  { name: 'the sync button', define: defineSyncButton },
  { name: 'the inspector', define: defineInspector },
  { name: 'the timeline', define: defineTimeline },
])('defining $name does nothing', ({ define }) => {
  expect('customElements' in globalThis).toBe(false)
  expect(define()).toBeUndefined()
})
