/** Entry `leasehold/triggers`: what can fire by itself. */
export type { Missed } from '../model/schedule.ts'
export type { FiredTrigger, TriggerSource } from '../port/trigger-source.ts'
export { type ChangeOptions, change, type Subscribable } from './change.ts'
export { type EveryOptions, every } from './every.ts'
export { foreground } from './foreground.ts'
export { online } from './online.ts'
