/** Does the server keep its promises to whoever talks to it? */
import { describe } from 'vitest'
// Here, not first in one of the suites: there it would end with that suite.
import './shared-server.ts'

describe('session', async () => {
  await import('./session.cases.ts')
})
describe('pull', async () => {
  await import('./pull.cases.ts')
})
describe('push', async () => {
  await import('./push.cases.ts')
})
describe('fence', async () => {
  await import('./fence.cases.ts')
})
describe('malformed', async () => {
  await import('./malformed.cases.ts')
})
describe('fuzz', async () => {
  await import('./fuzz.cases.ts')
})
describe('wire', async () => {
  await import('./wire.cases.ts')
})
describe('trouble', async () => {
  await import('./trouble.cases.ts')
})
describe('log', async () => {
  await import('./log.cases.ts')
})
