import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#server/db/client.ts'
import { askInDirectory, serveInDirectory } from '#server/db/directory-socket.ts'
import { type Env, readEnv } from '#server/env.ts'
import { StartupError } from '#server/startup-error.ts'
import { type TerminalText, terminalLocale } from '#server/terminal-language.ts'
import { exitWithError } from './command-line.ts'
import { openSchool } from './open-school.ts'

export type CommandContext = { database: Database; now: Date; env: Env }
/** Returns the text to print; a refusal is a `StartupError`. The request is plain JSON. */
type Run<Request> = (request: Request, context: CommandContext) => Promise<TerminalText>

const name = 'commands'
const failed = {
  ru: 'Команда не выполнена; причина в журнале сервера.',
  en: 'The command failed; the log of the server says why.',
}
/** The texts are in all languages: the server may run in another one than the terminal of the command. */
type Answer = { output: TerminalText } | { refusal: TerminalText } | { failed: true }

/** Runs a command on the database, or has the server that holds the embedded one run it. Exit codes: 0, 1 refused, 2 usage. */
export async function runCommand<Request>(
  command: string,
  { usage, read, run }: { usage: TerminalText; read: () => Request | null; run: Run<Request> },
): Promise<void> {
  const request = readOrNull(read)
  if (request === null) {
    process.stderr.write(usage[terminalLocale()])
    process.exitCode = 2
    return
  }
  try {
    const env = readEnv(process.env)
    const output = (await askServer(env, { command, request })) ?? (await runHere(env, request, run))
    process.stdout.write(output[terminalLocale()])
  } catch (error) {
    exitWithError(error)
  }
}

function readOrNull<Request>(read: () => Request | null): Request | null {
  try {
    return read()
  } catch {
    return null
  }
}

/** Opens the school, runs a command on its database and closes it. */
async function runHere<Request>(env: Env, request: Request, run: Run<Request>): Promise<TerminalText> {
  const { database, close } = await openSchool(env)
  try {
    return await run(request, { database, now: new Date(), env })
  } finally {
    await close()
  }
}

/** The output of the server that holds the embedded database; null if there is none. */
async function askServer(env: Env, question: { command: string; request: unknown }): Promise<TerminalText | null> {
  if (env.DATABASE_URL) return null
  const read = async (answer: IncomingMessage) => JSON.parse(await textOf(answer)) as Answer
  const ended = {
    ru: 'Сервер остановился во время выполнения команды. Повторите её.',
    en: 'The server ended during the command. Repeat it.',
  }
  const answer = await askInDirectory(
    { directory: env.DATA_DIR, name },
    { body: JSON.stringify(question), read, ended },
  )
  if (answer === null) return null
  if ('output' in answer) return answer.output
  throw new StartupError('refusal' in answer ? answer.refusal : failed)
}

/** Runs the commands of other processes while this one holds the embedded database. */
export function serveCommands(
  directory: string,
  commands: Readonly<Record<string, Run<never>>>,
  { log, context }: { log: FastifyBaseLogger; context: () => CommandContext },
): Promise<{ close(): Promise<void> }> {
  const answer = async (request: IncomingMessage, reply: ServerResponse) => {
    reply.end(JSON.stringify(await answerTo(await textOf(request))))
  }
  const answerTo = async (text: string): Promise<Answer> => {
    try {
      const { command, request } = JSON.parse(text) as { command: string; request: never }
      const run = commands[command]
      if (!run)
        throw new StartupError({
          ru: `Работающий сервер не знает команды ${command}: он другой версии.`,
          en: `The running server does not know the command ${command}: it is another version.`,
        })
      return { output: await run(request, context()) }
    } catch (error) {
      if (error instanceof StartupError) return { refusal: error.text }
      log.error({ err: error }, 'a command failed')
      return { failed: true }
    }
  }
  const consequence = 'service accounts and webhooks can be changed only while this process is stopped'
  return serveInDirectory({ directory, name }, answer, { log, consequence })
}

async function textOf(stream: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of stream.setEncoding('utf8') as AsyncIterable<string>) text += chunk
  return text
}
