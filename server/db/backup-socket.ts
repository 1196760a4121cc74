import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { FastifyBaseLogger } from 'fastify'
import { StartupError } from '#server/startup-error.ts'
import { askInDirectory, serveInDirectory } from './directory-socket.ts'

const name = 'dumps'
const failed = {
  ru: 'Сервер не смог сделать копию; причина в его журнале.',
  en: 'The server could not take a backup; its log says why.',
}
const ended = {
  ru: 'Сервер остановился, пока делал копию.',
  en: 'The server ended while the backup was taken.',
}

/** Serves dumps of the database to other processes on this machine. */
export async function serveDumps(
  directory: string,
  dump: () => Promise<Uint8Array>,
  log: FastifyBaseLogger,
): Promise<{ close(): Promise<void> }> {
  const consequence = 'backups can be taken only while this process is stopped'
  return serveInDirectory(
    { directory, name },
    async (_, reply) => {
      try {
        const bytes = await dump()
        log.info('a backup is taken')
        await pipeline(Readable.from([bytes]), createGzip(), reply)
      } catch (error) {
        log.error({ err: error }, 'a backup could not be taken')
        if (!reply.headersSent) reply.statusCode = 503
        reply.end()
      }
    },
    { log, consequence },
  )
}

/** Writes a dump made by the process that holds the directory; false if no process holds it. */
export async function requestDump(directory: string, path: string): Promise<boolean> {
  const taken = await askInDirectory(
    { directory, name },
    {
      async read(answer) {
        if (answer.statusCode !== 200) throw new StartupError(failed)
        await pipeline(answer, createWriteStream(path))
        return true
      },
      ended,
    },
  )
  return taken ?? false
}
