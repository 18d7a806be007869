/** What do the elements of the inspector do with their registry and their document? */
import { expect, onTestFinished, test } from 'vitest'
import { defineInspector, defineTimeline } from '../../src/inspector/index.ts'
import { buildTimed } from '../registry/build.ts'

function place(): Document {
  const frame = document.createElement('iframe')
  document.body.append(frame)
  onTestFinished(() => frame.remove())
  if (!frame.contentDocument) throw new Error('the frame has no document')
  return frame.contentDocument
}

test.each(['leasehold-inspector', 'leasehold-timeline'] as const)(
  '%s refuses what is no registry where it is set, and keeps what it had',
  async name => {
    defineInspector()
    defineTimeline()
    const { registry } = buildTimed()
    const element = document.createElement(name)
    onTestFinished(() => element.remove())
    element.registry = registry
    expect(() => Object.assign(element, { registry: {} })).toThrow('expected a registry')
    expect(element.registry).toBe(registry)
    document.body.append(element)
    expect(element.shadowRoot?.querySelector('section')).not.toBeNull()
    element.registry = null
    expect(element.shadowRoot?.querySelector('section')).toBeNull()
  },
)

test('it keeps its style in another document, and back in its own', () => {
  defineInspector()
  const { registry } = buildTimed()
  const element = document.createElement('leasehold-inspector')
  element.registry = registry
  const { body } = place()
  for (const parent of [document.body, body, document.body]) {
    parent.append(element)
    expect(element.shadowRoot?.adoptedStyleSheets).toHaveLength(1)
    expect(element.ownerDocument.defaultView?.getComputedStyle(element).display).toBe('block')
  }
  element.remove()
})
