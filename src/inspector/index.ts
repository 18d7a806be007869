/** Entry `leasehold/inspector`: what a registry does, to look at while developing, and for support. */
export {
  type DefineOptions,
  defineInspector,
  type InspectorElement,
} from './define-inspector.ts'
export { defineTimeline, type TimelineElement } from './define-timeline.ts'
export type { RegistryElement } from './element.ts'
export { forceRelease } from './force-release.ts'
export type { ForceReleaseResult } from '../model/decide-force-release.ts'
