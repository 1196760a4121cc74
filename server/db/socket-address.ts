import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import type { Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

const isWindows = process.platform === 'win32'

/**
 * Where the embedded database of a data directory listens: `psql` finds the name of the file by itself. The shorter form
 * of the path is used, because the length of socket paths is limited.
 */
export function socketAddress(dataDirectory: string): string {
  if (isWindows) return `\\\\.\\pipe\\personal-account-${createHash('sha256').update(dataDirectory).digest('hex')}`
  const path = join(dataDirectory, 'socket', '.s.PGSQL.5432')
  const near = relative(process.cwd(), path)
  return near.length < path.length ? near : path
}

/**
 * Listens where only the owner of the data directory can connect. Without one, or if it cannot hold a socket (some
 * network disks, long paths), in a temporary directory: this process connects there, commands do not find it.
 */
export async function listenForOwner(server: Server, dataDirectory: string | null): Promise<string> {
  if (dataDirectory !== null) {
    try {
      return await listenAt(server, socketAddress(dataDirectory), join(dataDirectory, 'socket'))
    } catch {
      // Reported by the main thread, which compares the addresses.
    }
  }
  const directory = isWindows ? tmpdir() : mkdtempSync(join(tmpdir(), 'personal-account-socket-'))
  const name = isWindows ? socketAddress(`${process.pid} ${performance.now()}`) : join(directory, '.s.PGSQL.5432')
  if (!isWindows) process.once('exit', () => rmSync(directory, { recursive: true, force: true }))
  return listenAt(server, name, directory)
}

async function listenAt(server: Server, address: string, directory: string): Promise<string> {
  if (!isWindows) {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    chmodSync(directory, 0o700)
    // A killed process leaves its socket behind; the lock of the data directory proves that it is gone.
    rmSync(address, { force: true })
  }
  await once(server.listen(address), 'listening')
  if (!isWindows) chmodSync(address, 0o600)
  return address
}
