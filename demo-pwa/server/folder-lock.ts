/** Who uses a data folder, seen across processes? */
import { createHash } from 'node:crypto'
import { realpath, unlink } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Takes a folder for this process; the answer gives it back. Rejects when another living process
 * has it. The lock is a listening local socket: it ends with its process, however that dies, which
 * a file with a process id does not (ids are used again, and inside containers at once).
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const path = socketPath(await realpath(folder))
  let server = await listenAt(path)
  if (server === null && !(await isAnswered(path))) {
    await unlink(path).catch(() => {})
    server = await listenAt(path)
  }
  if (server === null)
    throw new Error(
      `expected a data folder that nobody uses, found that another demo server uses ${folder}: ` +
        'stop that server, or set DATA_DIR to another folder',
    )
  const held = server
  return () => new Promise(resolve => held.close(() => resolve()))
}

function socketPath(folder: string): string {
  const name = `leasehold-demo-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`)
}

/** `null` when the path is taken. */
function listenAt(path: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer(socket => socket.destroy())
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
    )
    server.listen(path, () => {
      server.unref()
      resolve(server)
    })
  })
}

/** Whether a living process listens there; a socket left by a dead one refuses. */
function isAnswered(path: string): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
