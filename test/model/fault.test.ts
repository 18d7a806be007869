import { describe, expect, test } from 'vitest'
import { RegistryError } from '../../src/model/error.ts'
import { isFaultOfCode } from '../../src/model/fault.ts'
import { TaskFailure } from '../../src/model/task-failure.ts'

/** A fault as the engine itself throws it. */
function thrownBy(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}

describe('a fault of the code', () => {
  test.each([
    ['a member of undefined', thrownBy(() => (undefined as unknown as { foo(): void }).foo())],
    [
      'a member called fetch',
      new TypeError("Cannot read properties of undefined (reading 'fetch')"),
    ],
    ['an unknown name', new ReferenceError('courses is not defined')],
    ['an answer that is no JSON', thrownBy(() => JSON.parse('<!doctype html>'))],
    ['a value that no structured clone takes', thrownBy(() => structuredClone(() => 1))],
    ['a cursor that is no JSON', new RegistryError('not-json', 'cursor must be plain JSON')],
    ['a commit after the stage returned', new RegistryError('stage-finished', 'too late')],
  ])('is %s', (_, thrown) => {
    expect(isFaultOfCode(thrown)).toBe(true)
  })

  test.each([
    ['a failed request in Chromium', new TypeError('Failed to fetch')],
    ['a failed request in Chromium, host named', new TypeError('Failed to fetch (example.com)')],
    ['an answer cut short in Chromium', new TypeError('network error')],
    [
      'a failed request in Firefox',
      new TypeError('NetworkError when attempting to fetch resource.'),
    ],
    ['a failed request in WebKit', new TypeError('Load failed')],
    ['no network in WebKit', new TypeError('The Internet connection appears to be offline.')],
    ['a failed request in Node.js', new TypeError('fetch failed')],
    ['an answer cut short in Node.js', new TypeError('terminated')],
    [
      'a chunk that did not load',
      new TypeError('Failed to fetch dynamically imported module: /a.js'),
    ],
    ['what the app says itself', new Error('HTTP 500')],
    ['a failure with a class', new TaskFailure('fatal', 'refused')],
    ['a store that does not answer', new RegistryError('store-unavailable', 'silent')],
    ['a text', 'boom'],
    ['nothing', undefined],
  ])('is not %s', (_, thrown) => {
    expect(isFaultOfCode(thrown)).toBe(false)
  })
})
