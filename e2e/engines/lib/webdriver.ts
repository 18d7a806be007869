/** The part of the W3C WebDriver protocol that the tests speak. */

/** A session: commands go one after the other, each to one window. */
export interface Session {
  /** Opens a window beside the first one, which stays: the session ends with the last. */
  newWindow(): Promise<string>
  goTo(window: string, url: string): Promise<void>
  /** Runs the body of a function whose last argument is the callback that takes its answer. */
  execute(window: string, body: string, args: readonly unknown[]): Promise<unknown>
  closeWindow(window: string): Promise<void>
  end(): Promise<void>
}

/** Asks the driver at `url` for a session. It may have been started a moment ago. */
export async function startSession(url: string): Promise<Session> {
  const { sessionId } = (await repeatUntilHeard(() =>
    send('POST', `${url}/session`, { capabilities: { alwaysMatch: {} } }),
  )) as { readonly sessionId: string }
  const base = `${url}/session/${sessionId}`
  const first = (await send('GET', `${base}/window`)) as string
  let last: Promise<unknown> = Promise.resolve()

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = last.then(work, work)
    last = turn.catch(() => undefined)
    return turn
  }

  function inWindow(handle: string, work: () => Promise<unknown>): Promise<unknown> {
    return inTurn(async () => {
      await send('POST', `${base}/window`, { handle })
      return work()
    })
  }

  return {
    async newWindow() {
      // A window, not a tab: a tab that another one covers is hidden.
      const made = await inWindow(first, () =>
        send('POST', `${base}/window/new`, { type: 'window' }),
      )
      return (made as { readonly handle: string }).handle
    },
    async goTo(window, to) {
      await inWindow(window, () => send('POST', `${base}/url`, { url: to }))
    },
    execute: (window, script, args) =>
      inWindow(window, () => send('POST', `${base}/execute/async`, { script, args })),
    async closeWindow(window) {
      await inWindow(window, () => send('DELETE', `${base}/window`))
    },
    async end() {
      await inTurn(() => send('DELETE', base))
    },
  }
}

async function send(method: string, url: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(url, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const { value } = (await answer.json()) as { readonly value: unknown }
  if (!answer.ok) throw new Error(`${method} ${url}: ${JSON.stringify(value)}`)
  return value
}

/** A driver that was just started refuses connections for a moment. */
async function repeatUntilHeard<T>(work: () => Promise<T>): Promise<T> {
  for (let triesLeft = 100; ; triesLeft -= 1) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof TypeError) || triesLeft === 0) throw error
      await new Promise(resolve => setTimeout(resolve, 100))
    }
  }
}
