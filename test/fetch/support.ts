/** A real server for the requests of a run, and a run that makes them. */
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { LeaseLost } from '../../src/index.ts'
import type { FetchingRun } from '../../src/fetch/fetch-for.ts'

/** What a test's run is made of. */
export interface TestRun extends FetchingRun {
  /** Ends it, as the registry does. */
  abort(reason: unknown): void
}

/** The headers that a run of these tests sends with a part. */
export function headersOf(part: string): Record<string, string> {
  return { 'Leasehold-Fence': '7', 'Idempotency-Key': `key of ${part}` }
}

/** A run that holds its key until it is told otherwise. */
export function aRun(): TestRun {
  const controller = new AbortController()
  return {
    signal: controller.signal,
    headers: part =>
      controller.signal.aborted
        ? Promise.reject(new LeaseLost('lease-lost'))
        : Promise.resolve(headersOf(part ?? '')),
    abort: reason => controller.abort(reason),
  }
}

/** A server on a free port, closed with the test; what it was asked, and where it is. */
export async function serve(
  answer: RequestListener,
): Promise<{ readonly url: string; readonly requests: IncomingMessage[] }> {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    answer(request, response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(
    () =>
      new Promise<void>(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
}

/** An address at which nothing listens any more. */
export async function nowhere(): Promise<string> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => server.close(resolve))
  return `http://127.0.0.1:${port}`
}

/** What a promise rejects with. */
export function rejectionOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'it resolved',
    (error: unknown) => error,
  )
}
