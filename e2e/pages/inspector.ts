/** The elements of the inspector over the tasks of the tests. The address says `?scene=` (how many finished runs): over what is made up, at a moment that stands still. */
import type { TaskRegistry } from 'leasehold'
import { defineInspector, defineTimeline } from 'leasehold/inspector'
import { sceneRegistry } from './inspector-scene.ts'
import { defineParts } from './parts.ts'
import { allRows } from './rows.ts'
import { createTestPage } from './test-page.ts'

const asked = new URLSearchParams(location.search)
const scene = asked.get('scene')
const main = document.querySelector('main')

function show(registry: TaskRegistry): void {
  defineInspector()
  defineTimeline()
  const name = asked.has('timeline') ? 'leasehold-timeline' : 'leasehold-inspector'
  main?.append(Object.assign(document.createElement(name), { registry }))
}

if (scene === null) {
  const tests = createTestPage({ asked, defineParts, rows: allRows })
  Object.assign(window, { tests })
  show(tests.registry)
} else {
  holdAnimations()
  show(sceneRegistry(Number(scene)))
}

/** Whoever takes a picture brings what moves to its end first; what does not move stays. */
function holdAnimations(): void {
  const { animate } = Element.prototype
  Element.prototype.animate = function (...given) {
    const animation = animate.apply(this, given)
    animation.playbackRate = 0
    return animation
  }
}
