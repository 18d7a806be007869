/** Who uses a data folder, seen across processes? */
import { createHash } from 'node:crypto'
import { realpath, unlink } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder that this process has. */
export interface FolderLock {
  /** Whoever asks for the folder's holder is told this address from now on. */
  announce(address: string): void
  /** Gives the folder back. */
  release(): Promise<void>
}

/**
 * Takes a folder for this process. Rejects when another living process has it. The lock is a
 * listening local socket: it ends with its process, however that dies, which a file with a process
 * id does not (ids are used again, and inside containers at once).
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const path = socketPath(await realpath(folder))
  let address = ''
  const tell = (): string => address
  let server = await listenAt(path, tell)
  if (server === null && (await askHolder(path)) === null) {
    await unlink(path).catch(() => {})
    server = await listenAt(path, tell)
  }
  if (server === null) {
    const found = (await askHolder(path)) || 'an address that it has not announced yet'
    throw new Error(
      `expected a data folder that nobody uses, found that another demo server uses ${folder}, at ${found}: ` +
        'use that one, stop it, or set DATA_DIR to another folder',
    )
  }
  const held = server
  return {
    announce(given) {
      address = given
    },
    release: () => new Promise(resolve => held.close(() => resolve())),
  }
}

/**
 * The address of the server that has the folder; empty when it has not announced one, `null` without
 * one. `npm start` loads it at run time.
 *
 * @public
 */
export async function findHolder(folder: string): Promise<string | null> {
  const path = await realpath(folder).catch(() => null)
  return path === null ? null : askHolder(socketPath(path))
}

function socketPath(folder: string): string {
  const name = `leasehold-demo-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`)
}

/** `null` when the path is taken. */
function listenAt(path: string, tell: () => string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer(socket => {
      // Who asks may be gone before it is answered.
      socket.on('error', () => socket.destroy())
      socket.end(tell())
    })
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
    )
    server.listen(path, () => {
      server.unref()
      resolve(server)
    })
  })
}

/** What the living process that listens there says; `null` when none does: the socket of a dead one refuses. */
function askHolder(path: string): Promise<string | null> {
  return new Promise(resolve => {
    const socket = connect(path)
    let said = ''
    socket.setEncoding('utf8')
    socket.on('data', text => {
      said += String(text)
    })
    socket.once('end', () => resolve(said))
    socket.once('error', () => resolve(null))
  })
}
