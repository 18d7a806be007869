/** At which port does the server listen, and how does it stop? */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { problem, respond } from './reply.ts'

/** Where to listen. */
export interface ListenOptions {
  /** 0 takes any free port. */
  readonly port: number
  /** How many ports after `port` may be tried when it is taken. */
  readonly nextPorts: number
  /** Addresses that all get the same port; those that the machine does not have are left out. */
  readonly hosts: readonly string[]
}

/** A server that listens. */
export interface Listening {
  readonly port: number
  /** Refuses new connections; answers to come have a second, then all connections are cut. */
  close(): Promise<void>
}

/** Both, because a browser takes either for `localhost`, and the other may be somebody else's. */
export const LOOPBACK = ['127.0.0.1', '::1'] as const

const PATIENCE_MS = 1_000
const absent = new Set<unknown>(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EPROTONOSUPPORT'])

/** Listens at the first port that is free at every host. */
export async function listen(
  fetch: (request: Request) => Response | Promise<Response>,
  { port, nextPorts, hosts }: ListenOptions,
): Promise<Listening> {
  for (let step = 0; ; step++) {
    const candidate = port === 0 ? 0 : port + step
    try {
      return await listenAt(fetch, candidate, hosts)
    } catch (error) {
      if (codeOf(error) !== 'EADDRINUSE' || step >= nextPorts || candidate >= 65_535) throw error
    }
  }
}

async function listenAt(
  fetch: (request: Request) => Response | Promise<Response>,
  port: number,
  hosts: readonly string[],
): Promise<Listening> {
  const errorHandler = () =>
    respond(problem(400, 'malformed', 'expected a request with a valid address and Host header'))
  const listener = getRequestListener(fetch, { overrideGlobalObjects: false, errorHandler })
  const servers: Server[] = []
  let chosen = port
  let missing: unknown
  for (const host of hosts) {
    const server = createServer((request, response) => void listener(request, response))
    try {
      chosen = await start(server, chosen, host)
      servers.push(server)
    } catch (error) {
      if (!absent.has(codeOf(error))) {
        await Promise.all(servers.map(stop))
        throw error
      }
      missing = error
    }
  }
  if (servers.length === 0) throw missing
  let closed: Promise<unknown> | undefined
  return {
    port: chosen,
    async close() {
      await (closed ??= Promise.all(servers.map(stop)))
    },
  }
}

function start(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port))
  })
}

function stop(server: Server): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(() => server.closeAllConnections(), PATIENCE_MS)
    server.close(() => {
      clearTimeout(timer)
      resolve()
    })
    server.closeIdleConnections()
  })
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
