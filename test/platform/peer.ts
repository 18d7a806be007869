// A second context for browser tests, a worker or a service worker: does with the adapters what it is asked.
import { broadcastChannel } from '../../src/platform/channel.ts'
import { systemEnvironment } from '../../src/platform/environment.ts'
import { webLocks } from '../../src/platform/presence.ts'

/** What a peer can be asked to do. */
export type PeerRequest =
  | { readonly do: 'hold'; readonly lock: string }
  | { readonly do: 'echo'; readonly channel: string }
  | { readonly do: 'break-task' | 'break-listener' }
  | { readonly do: 'describe' }

/** What a peer says of its context. */
export interface PeerDescription {
  readonly kind: string
  readonly label: string
  readonly visible: boolean
  readonly online: boolean
  /** Signals heard during the description, of those that the peer sent itself. */
  readonly heard: readonly string[]
}

/** What a peer answers. */
export type PeerAnswer = 'held' | 'refused' | 'listening' | 'went on' | PeerDescription

async function answer(request: PeerRequest): Promise<PeerAnswer> {
  switch (request.do) {
    case 'hold':
      return (await webLocks().request(request.lock, { mode: 'exclusive' })) ? 'held' : 'refused'
    case 'echo': {
      const channel = broadcastChannel(request.channel, data => {
        if (data === 'first' || data === 'second') channel?.post(`echo of ${data}`)
      })
      return 'listening'
    }
    case 'break-task':
      return breakTask()
    case 'break-listener':
      return breakListener()
    case 'describe':
      return describe()
  }
}

function breakListener(): PeerAnswer {
  const { listen } = systemEnvironment()
  let answer: PeerAnswer = 'refused'
  listen('online', () => {
    throw new Error('this listener broke')
  })
  listen('online', () => {
    answer = 'went on'
  })
  dispatchEvent(new Event('online'))
  return answer
}

function breakTask(): Promise<PeerAnswer> {
  const { startTask } = systemEnvironment()
  startTask(() => {
    throw new Error('this work broke')
  })
  return new Promise(resolve => startTask(() => resolve('went on')))
}

async function describe(): Promise<PeerDescription> {
  const environment = systemEnvironment()
  const heard: string[] = []
  const stops = (['online', 'offline', 'visible', 'pagehide'] as const).map(signal =>
    environment.listen(signal, () => heard.push(signal)),
  )
  await new Promise<void>(resolve => environment.startTask(resolve))
  dispatchEvent(new Event('offline'))
  dispatchEvent(new Event('online'))
  for (const stop of stops) stop()
  dispatchEvent(new Event('online'))
  return {
    kind: environment.kind,
    label: environment.label(),
    visible: environment.isVisible(),
    online: environment.isOnline(),
    heard,
  }
}

addEventListener('message', (event: MessageEvent<PeerRequest>) => {
  const [port] = event.ports
  void answer(event.data).then(reply => port?.postMessage(reply))
})
