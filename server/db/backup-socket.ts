import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, createWriteStream, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, request } from 'node:http'
import { join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { FastifyBaseLogger } from 'fastify'
import { StartupError } from '#server/startup-error.ts'

const isWindows = process.platform === 'win32'

/**
 * The socket lies in the data directory, so only processes that may write into it can connect. The shorter form of the
 * path is used, because the length of socket paths is limited.
 */
function addressOf(directory: string): string {
  if (isWindows) return `\\\\.\\pipe\\personal-account-${createHash('sha256').update(directory).digest('hex')}`
  const path = join(directory, 'dumps.sock')
  const near = relative(process.cwd(), path)
  return near.length < path.length ? near : path
}

/**
 * Only the process that holds the data directory can read its database, so it serves dumps to other processes on this
 * machine. A failure to listen is logged and does not stop the server.
 */
export async function serveDumps(
  directory: string,
  dump: () => Promise<Uint8Array>,
  log: FastifyBaseLogger,
): Promise<{ close(): Promise<void> }> {
  const server = createServer(async (_, reply) => {
    try {
      const bytes = await dump()
      log.info('a backup is taken')
      await pipeline(Readable.from([bytes]), createGzip(), reply)
    } catch (error) {
      log.error({ err: error }, 'a backup could not be taken')
      if (!reply.headersSent) reply.statusCode = 503
      reply.end()
    }
  })
  const address = addressOf(directory)
  try {
    // A killed process leaves its socket behind; the directory lock proves that it is gone.
    if (!isWindows) rmSync(address, { force: true })
    await once(server.listen(address), 'listening')
    if (!isWindows) chmodSync(address, 0o600)
  } catch (error) {
    log.warn({ err: error }, 'backups can be taken only while this process is stopped')
    return { close: async () => undefined }
  }
  server.unref()
  return {
    async close() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}

/** Writes a dump made by the process that holds the directory; false if no process holds it. */
export async function requestDump(directory: string, path: string): Promise<boolean> {
  try {
    const backupRequest = request({ socketPath: addressOf(directory), path: '/' }).end()
    const [answer] = (await once(backupRequest, 'response')) as [IncomingMessage]
    if (answer.statusCode !== 200) throw new StartupError('The server could not take a backup; its log says why.')
    await pipeline(answer, createWriteStream(path))
    return true
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return false
    if (code !== 'ECONNRESET') throw error
    throw new StartupError('The server ended while the backup was taken.', { cause: error })
  }
}
