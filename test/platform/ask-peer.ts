// How a browser test starts a second context and talks to it.
import { onTestFinished } from 'vitest'
import type { PeerAnswer, PeerRequest } from './peer.ts'

/** Starts a peer in a worker; it ends with the test. */
export function startWorker(name = ''): Worker {
  const worker = new Worker(new URL('peer.ts', import.meta.url), { type: 'module', name })
  onTestFinished(() => worker.terminate())
  return worker
}

/** Asks a peer, and waits for its answer. */
export function ask(peer: Worker | ServiceWorker, request: PeerRequest): Promise<PeerAnswer> {
  const { port1, port2 } = new MessageChannel()
  return new Promise(resolve => {
    port1.onmessage = (event: MessageEvent<PeerAnswer>) => {
      port1.close()
      resolve(event.data)
    }
    peer.postMessage(request, [port2])
  })
}

/** Adds a frame of this origin; it goes with the test at the latest. */
export function openFrame(): Window & typeof globalThis {
  const frame = document.createElement('iframe')
  document.body.append(frame)
  onTestFinished(() => frame.remove())
  const { contentWindow } = frame
  if (!contentWindow) throw new Error('a frame that was just added has no window')
  return contentWindow as Window & typeof globalThis
}

/** The message of the next error that a worker does not catch. */
export function nextUncaught(worker: Worker): Promise<string> {
  return new Promise(resolve => {
    worker.onerror = event => {
      event.preventDefault()
      resolve(event.message)
    }
  })
}

/**
 * Repeats `step` until `answered` is: a channel that another context has just opened may not be
 * connected yet, and what is posted meanwhile is lost.
 */
export async function repeatUntil<Answer>(
  answered: Promise<Answer>,
  step: () => void,
): Promise<Answer> {
  let done = false
  const settled = answered.finally(() => {
    done = true
  })
  do {
    step()
    // A way to the browser process and back, as long as it takes.
    await navigator.locks.query()
  } while (!done)
  return settled
}
