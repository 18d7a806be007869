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

test('what is offered for download can be fetched after the press, as Firefox does, and no more when the element is gone', async () => {
  defineInspector()
  const { registry } = buildTimed()
  const element = document.createElement('leasehold-inspector')
  onTestFinished(() => element.remove())
  element.registry = registry
  document.body.append(element)
  const offered: string[] = []
  const click = HTMLAnchorElement.prototype.click
  onTestFinished(() => {
    HTMLAnchorElement.prototype.click = click
  })
  HTMLAnchorElement.prototype.click = function note() {
    offered.push(this.href)
  }
  const press = () =>
    [...(element.shadowRoot?.querySelectorAll('button') ?? [])]
      .find(({ textContent }) => textContent === 'Download JSON')
      ?.click()
  press()
  press()
  const [before = '', last = ''] = offered
  expect(await (await fetch(last)).json()).toHaveProperty('agent', registry.agent)
  await expect(fetch(before)).rejects.toThrow('fetch')
  element.remove()
  await expect(fetch(last)).rejects.toThrow('fetch')
})
