import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#server/db/client.ts'
import { askInDirectory, serveInDirectory } from '#server/db/directory-socket.ts'
import { StartupError } from '#server/startup-error.ts'
import { importByCommand } from './import-runs/import-by-command.ts'
import type { ImportOptions, ImportReport, ImportSettings } from './import-work.ts'
import type { Fault, Note } from './reasons.ts'

const name = 'imports'

/** `path` is absolute: the server reads it. */
export type ImportRequest = { path: string } & Pick<
  ImportOptions,
  'as' | 'isDryRun' | 'skipFaulty' | 'allowDeletes' | 'isQuiet'
>
export type ImportListener = Required<Pick<ImportOptions, 'onFault' | 'onNote' | 'onProgress'>>

/** A line of the answer. */
type SocketMessage =
  | { kind: 'fault'; fault: Fault }
  | { kind: 'note'; note: Note }
  | { kind: 'progress'; file: string; part: number }
  | { kind: 'report'; report: ImportReport }
  | { kind: 'failed' }

/** Imports what `npm run import` of another process asks for, with the embedded database of this one. */
export function serveImports(
  directory: string,
  { database, settings, log }: { database: Database; settings: () => ImportSettings; log: FastifyBaseLogger },
): Promise<{ close(): Promise<void> }> {
  const answer = async (request: IncomingMessage, reply: ServerResponse) => {
    const send = (message: SocketMessage) => void reply.write(`${JSON.stringify(message)}\n`)
    try {
      let body = ''
      for await (const text of request.setEncoding('utf8') as AsyncIterable<string>) body += text
      const { path, ...options } = JSON.parse(body) as ImportRequest
      const report = await importByCommand(database, path, {
        ...{ ...options, ...settings() },
        onFault: (fault) => send({ kind: 'fault', fault }),
        onNote: (note) => send({ kind: 'note', note }),
        onProgress: (file, part) => send({ kind: 'progress', file, part }),
      })
      send({ kind: 'report', report })
    } catch (error) {
      log.error({ err: error }, 'an import failed')
      send({ kind: 'failed' })
    }
    reply.end()
  }
  const consequence = 'a school can be imported only while this process is stopped'
  return serveInDirectory({ directory, name }, answer, { log, consequence })
}

const failed = {
  ru: 'Сервер не смог загрузить данные; причина — в его журнале.',
  en: 'The server could not import the data; its log says why.',
}
const ended = {
  ru: 'Сервер остановился во время загрузки. Повторите команду.',
  en: 'The server ended during the import. Repeat the command.',
}

/** Has the server that holds the data directory import; null if no process serves imports. */
export function requestImport(
  directory: string,
  request: ImportRequest,
  listener: ImportListener,
): Promise<ImportReport | null> {
  const read = async (answer: IncomingMessage) => {
    for await (const message of messagesOf(answer)) {
      if (message.kind === 'report') return message.report
      if (message.kind === 'failed') throw new StartupError(failed)
      if (message.kind === 'fault') listener.onFault(message.fault)
      else if (message.kind === 'note') listener.onNote(message.note)
      else listener.onProgress(message.file, message.part)
    }
    throw new StartupError(ended)
  }
  return askInDirectory({ directory, name }, { body: JSON.stringify(request), read, ended })
}

async function* messagesOf(answer: IncomingMessage): AsyncGenerator<SocketMessage> {
  let rest = ''
  for await (const text of answer.setEncoding('utf8') as AsyncIterable<string>) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line)
  }
}
