import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener, request } from 'node:http'
import { join, relative } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { StartupError } from '#server/startup-error.ts'
import type { TerminalText } from '#server/terminal-language.ts'

const isWindows = process.platform === 'win32'

/** Only the process that holds a data directory can use its database; others on this machine ask it through a socket. */
export type DirectorySocket = { directory: string; name: 'dumps' | 'imports' | 'commands' }

/**
 * The socket lies in the data directory, so only processes that may write into it can connect. The shorter form of the
 * path is used, because the length of socket paths is limited.
 */
function addressOf({ directory, name }: DirectorySocket): string {
  if (isWindows) return `\\\\.\\pipe\\personal-account-${name}-${createHash('sha256').update(directory).digest('hex')}`
  const path = join(directory, `${name}.sock`)
  const near = relative(process.cwd(), path)
  return near.length < path.length ? near : path
}

/** A failure to listen is logged with `consequence` and does not stop the server. */
export async function serveInDirectory(
  socket: DirectorySocket,
  listener: RequestListener,
  { log, consequence }: { log: FastifyBaseLogger; consequence: string },
): Promise<{ close(): Promise<void> }> {
  const server = createServer(listener)
  const address = addressOf(socket)
  try {
    // A killed process leaves its socket behind; the directory lock proves that it is gone.
    if (!isWindows) rmSync(address, { force: true })
    await once(server.listen(address), 'listening')
    if (!isWindows) chmodSync(address, 0o600)
  } catch (error) {
    log.warn({ err: error }, consequence)
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

type Question<Answer> = {
  body?: string
  read: (answer: IncomingMessage) => Promise<Answer>
  /** Said if the process ends before the answer. */
  ended: TerminalText
}

/** The answer of the process that holds the directory; null if no process holds it. */
export async function askInDirectory<Answer>(
  socket: DirectorySocket,
  { body, read, ended }: Question<Answer>,
): Promise<Answer | null> {
  try {
    const question = request({ socketPath: addressOf(socket), method: 'POST', path: '/' }).end(body)
    const [answer] = (await once(question, 'response')) as [IncomingMessage]
    return await read(answer)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return null
    if (code !== 'ECONNRESET') throw error
    throw new StartupError(ended, { cause: error })
  }
}
