/** The requests of a stage: what goes along, what comes back, what a failure is turned into. */
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { fetchFor } from 'leasehold/fetch'
import { LeaseLost, RegistryError, TaskFailure } from 'leasehold'
import { createManualClock } from '../../src/testing/manual-clock.ts'
import { aRun, headersOf, nowhere, rejectionOf, serve } from './support.ts'

describe('what goes along', () => {
  test('the headers of the part, beside those of the caller', async () => {
    const { url, requests } = await serve((_, response) => response.end())
    await fetchFor(aRun())(url, { part: 'e1', headers: { 'X-App': 'mine' } })
    const expected = Object.entries({ ...headersOf('e1'), 'X-App': 'mine' })
    expect(requests[0]?.headers).toMatchObject(
      Object.fromEntries(expected.map(([name, value]) => [name.toLowerCase(), value])),
    )
  })

  test('no header of the run without a part: reading needs none, and asks no other origin for leave', async () => {
    const { url, requests } = await serve((_, response) => response.end())
    await fetchFor(aRun())(url)
    expect(Object.keys(requests[0]?.headers ?? {})).not.toContain('leasehold-fence')
  })

  test('all that a Request holds: method, headers, body', async () => {
    const { url, requests } = await serve((request, response) => request.pipe(response))
    const request = new Request(url, { method: 'PUT', headers: { 'X-App': 'mine' }, body: 'text' })
    const response = await fetchFor(aRun())(request, { part: 'e1' })
    expect(await response.text()).toBe('text')
    expect(requests[0]).toMatchObject({
      method: 'PUT',
      headers: { 'x-app': 'mine', 'idempotency-key': 'key of e1' },
    })
  })

  test('nothing is sent by a run that has lost its key', async () => {
    const { url, requests } = await serve((_, response) => response.end())
    const run = aRun()
    run.abort(new LeaseLost('lease-lost'))
    for (const init of [{}, { part: 'e1' }])
      expect(await rejectionOf(fetchFor(run)(url, init))).toBeInstanceOf(LeaseLost)
    expect(requests).toEqual([])
  })

  test('only what fetch knows reaches the fetch of the app', async () => {
    const calls: (RequestInit | undefined)[] = []
    const fetch = fetchFor(aRun(), {
      fetch: (_, init) => {
        calls.push(init)
        return Promise.resolve(new Response())
      },
    })
    await fetch('/relative', { part: 'e1', accept: [404], method: 'POST' })
    expect(Object.keys(calls[0] ?? {}).sort()).toEqual(['headers', 'method', 'signal'])
  })

  test('an option that is not known is an error', () => {
    // @ts-expect-error: there is no such option.
    expect(() => fetchFor(aRun(), { retries: 3 })).toThrow(RegistryError)
  })
})

describe('what comes back', () => {
  test('the response, its body untouched', async () => {
    const { url } = await serve((_, response) => response.end('a body'))
    expect(await (await fetchFor(aRun())(url)).text()).toBe('a body')
  })

  test('a redirect is followed, one that is not to be followed is an answer', async () => {
    const { url } = await serve((request, response) =>
      request.url === '/' ? response.writeHead(302, { Location: '/there' }).end() : response.end(),
    )
    const fetch = fetchFor(aRun())
    expect((await fetch(`${url}/`)).url).toBe(`${url}/there`)
    expect((await fetch(`${url}/`, { redirect: 'manual' })).status).toBe(302)
  })

  test('a status that the request accepts is an answer', async () => {
    const { url } = await serve((_, response) => response.writeHead(404).end('gone'))
    const response = await fetchFor(aRun())(url, { method: 'DELETE', accept: [404, 410] })
    expect(await response.text()).toBe('gone')
    expect(await rejectionOf(fetchFor(aRun())(url, { accept: [410] }))).toBeInstanceOf(TaskFailure)
  })
})

describe('a refusal', () => {
  test('has the class of its status, the bound of Retry-After, and says what was refused and why', async () => {
    const { url } = await serve((_, response) =>
      response.writeHead(429, { 'Retry-After': '60' }).end('slow down'),
    )
    const thrown = await rejectionOf(
      fetchFor(aRun())(`${url}/edits?token=secret#x`, { method: 'POST', part: 'e1' }),
    )
    expect(thrown).toBeInstanceOf(TaskFailure)
    expect(thrown).toMatchObject({
      failureClass: 'rate-limited',
      retryAfterMs: 60_000,
      message: `the server answered 429 to POST ${url}/edits: slow down`,
    })
  })

  test('a date is compared with the clock of the server that sent it', async () => {
    const { url } = await serve((_, response) =>
      response
        .writeHead(503, {
          Date: 'Mon, 01 Jan 2001 00:00:00 GMT',
          'Retry-After': 'Mon, 01 Jan 2001 00:01:30 GMT',
        })
        .end(),
    )
    expect(await rejectionOf(fetchFor(aRun())(url))).toMatchObject({ retryAfterMs: 90_000 })
  })

  test('a date without the server’s own is compared with the clock that was passed', async () => {
    const clock = createManualClock(Date.UTC(2030, 0, 1))
    const fetch = fetchFor(aRun(), {
      clock,
      fetch: () =>
        Promise.resolve(
          new Response(null, {
            status: 503,
            headers: { 'Retry-After': 'Tue, 01 Jan 2030 01:00:00 GMT' },
          }),
        ),
    })
    expect(await rejectionOf(fetch('/'))).toMatchObject({ retryAfterMs: 3_600_000 })
  })

  test('a 412 is the server’s word on the fence only where one was sent', async () => {
    const { url } = await serve((_, response) => response.writeHead(412).end())
    const fetch = fetchFor(aRun())
    expect(await rejectionOf(fetch(url, { part: 'e1' }))).toMatchObject({
      failureClass: 'fence-rejected',
    })
    expect(await rejectionOf(fetch(url, { headers: await aRun().headers('e1') }))).toMatchObject({
      failureClass: 'fence-rejected',
    })
    expect(await rejectionOf(fetch(url, { headers: { 'If-Match': '"1"' } }))).toMatchObject({
      failureClass: 'fatal',
    })
  })
})

describe('what a refusal says', () => {
  const refusing = (body: BodyInit | null, clock = createManualClock()) =>
    fetchFor(aRun(), { clock, fetch: () => Promise.resolve(new Response(body, { status: 422 })) })

  async function reasonOf(body: BodyInit | null): Promise<string> {
    const thrown = await rejectionOf(refusing(body)('/x'))
    return (thrown as Error).message.replace('the server answered 422 to GET /x', '')
  }

  test.each<[BodyInit | null, string]>([
    [null, ''],
    ['  ', ''],
    ['no such course\n', ': no such course'],
    ['{"title":"Invalid","detail":"no name"}', ': no name'],
    ['{"error":"refused","message":"no more drawing"}', ': no more drawing'],
    ['{"title":"Invalid"}', ': Invalid'],
    ['{"code":7}', ': {"code":7}'],
    ['null', ': null'],
    ['"text"', ': "text"'],
  ])('of %j it is "%s"', async (body, expected) => {
    expect(await reasonOf(body)).toBe(expected)
  })

  test('at most one KiB of a body is read, and the rest is cancelled', async () => {
    let pulled = 0
    let cancelled = false
    const endless = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          pulled += 100
          controller.enqueue(new TextEncoder().encode('x'.repeat(100)))
        },
        cancel() {
          cancelled = true
        },
      },
      { highWaterMark: 0 },
    )
    expect((await reasonOf(endless)).length).toBe(1024 + 2)
    expect(pulled).toBe(1_100)
    expect(cancelled).toBe(true)
  })

  test('a body that stalls holds nothing up: after a second its start has to do', async () => {
    const clock = createManualClock()
    const stalling = new ReadableStream<Uint8Array>({
      start: controller => controller.enqueue(new TextEncoder().encode('it began')),
    })
    const rejected = rejectionOf(refusing(stalling, clock)('/x'))
    await expect.poll(() => clock.timers()).toBe(1)
    clock.advance(1_000)
    expect(((await rejected) as Error).message).toContain(': it began')
    expect(clock.timers()).toBe(0)
  })

  test('a body that breaks off does not change the class', async () => {
    const { url } = await serve((request, response) => {
      response.writeHead(422, { 'Content-Length': '100' })
      response.write('it began', () => request.socket.destroy())
    })
    expect(await rejectionOf(fetchFor(aRun())(url))).toMatchObject({ failureClass: 'fatal' })
  })
})

describe('no answer', () => {
  test('a server that is not there is retryable, and the platform’s error is the cause', async () => {
    const url = await nowhere()
    const thrown = await rejectionOf(fetchFor(aRun())(`${url}/x?y`))
    expect(thrown).toMatchObject({
      name: 'TaskFailure',
      failureClass: 'retryable',
      message: `no answer to GET ${url}/x: fetch failed`,
    })
    expect((thrown as Error).cause).toBeInstanceOf(TypeError)
  })

  test.each(['Failed to fetch', 'Load failed', 'NetworkError when attempting to fetch resource.'])(
    'so it is in every browser: "%s"',
    async text => {
      const fetch = fetchFor(aRun(), { fetch: () => Promise.reject(new TypeError(text)) })
      expect(await rejectionOf(fetch('/x'))).toBeInstanceOf(TaskFailure)
    },
  )

  test('a request that cannot be sent at all is a fault of the code, as it was thrown', async () => {
    const fetch = fetchFor(aRun())
    for (const bad of [
      () => fetch('http://'),
      () => fetch('http://127.0.0.1', { headers: { 'a b': 'c' } }),
    ]) {
      const thrown = await rejectionOf(bad())
      expect(thrown).toBeInstanceOf(TypeError)
      expect(thrown).not.toBeInstanceOf(TaskFailure)
    }
  })

  test('what another fetch rejects with is left as it is', async () => {
    const error = new Error('of its own')
    const fetch = fetchFor(aRun(), { fetch: () => Promise.reject(error) })
    expect(await rejectionOf(fetch('/x'))).toBe(error)
  })
})

describe('an abort', () => {
  test('of the run rejects with its reason, whatever the platform makes of it', async () => {
    const { url } = await serve(() => undefined)
    const reason = new LeaseLost('lease-lost')
    const run = aRun()
    const rejected = rejectionOf(fetchFor(run)(url, { signal: new AbortController().signal }))
    run.abort(reason)
    expect(await rejected).toBe(reason)

    const other = aRun()
    const fetch = fetchFor(other, {
      fetch: () => {
        other.abort(reason)
        return Promise.reject(new DOMException('Fetch is aborted', 'AbortError'))
      },
    })
    expect(await rejectionOf(fetch('/x'))).toBe(reason)
  })

  test('of the caller, by its signal or that of its Request, is passed on as it is', async () => {
    const { url } = await serve(() => undefined)
    const reason = new DOMException('it took too long', 'TimeoutError')
    for (const ask of [
      (signal: AbortSignal) => fetchFor(aRun())(url, { signal }),
      (signal: AbortSignal) => fetchFor(aRun())(new Request(url, { signal })),
    ]) {
      const own = new AbortController()
      const rejected = rejectionOf(ask(own.signal))
      own.abort(reason)
      expect(await rejected).toBe(reason)
    }
  })

  test('a signal of null takes the place of the Request’s, never of the run’s', async () => {
    const { url } = await serve(() => undefined)
    const own = new AbortController()
    const run = aRun()
    const request = new Request(url, { signal: own.signal })
    const rejected = rejectionOf(fetchFor(run)(request, { signal: null }))
    own.abort()
    const reason = new LeaseLost('cancelled')
    run.abort(reason)
    expect(await rejected).toBe(reason)
  })

  test('also ends the body of a response that is read already', async () => {
    const { url, requests } = await serve((_, response) => {
      response.write('it began')
    })
    const run = aRun()
    const response = await fetchFor(run)(url)
    const rejected = rejectionOf(response.text())
    run.abort(new LeaseLost('lease-lost'))
    expect(await rejected).not.toBe('it resolved')
    if (requests[0] && !requests[0].socket.closed) await once(requests[0].socket, 'close')
  })

  test('while a refusal is being read is no refusal', async () => {
    const reason = new LeaseLost('signed-out')
    const run = aRun()
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        run.abort(reason)
        controller.close()
      },
    })
    const fetch = fetchFor(run, {
      fetch: () => Promise.resolve(new Response(body, { status: 422 })),
    })
    expect(await rejectionOf(fetch('/x'))).toBe(reason)
  })
})
