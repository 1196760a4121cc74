import type { Database } from '#server/db/client.ts'
import { type Env, readEnv } from '#server/environment/env.ts'
import { type TerminalText, terminalLocale } from '#server/terminal/terminal-language.ts'
import { exitWithError } from './command-line.ts'
import { openSchool } from './open-school.ts'

export type CommandContext = { database: Database; now: Date; env: Env }
/** Returns the text to print; a refusal is a `StartupError`. */
type Run<Request> = (request: Request, context: CommandContext) => Promise<TerminalText>

/** Runs a command on the database of the server. Exit codes: 0, 1 refused, 2 usage. */
export async function runCommand<Request>({
  usage,
  read,
  run,
}: {
  usage: TerminalText
  read: () => Request | null
  run: Run<Request>
}): Promise<void> {
  const request = readOrNull(read)
  if (request === null) {
    process.stderr.write(usage[terminalLocale()])
    process.exitCode = 2
    return
  }
  try {
    const output = await runInSchool(readEnv(process.env), (context) => run(request, context))
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

/** Opens the database of the server, works with it and closes it. */
export async function runInSchool<Result>(
  env: Env,
  work: (context: CommandContext) => Promise<Result>,
): Promise<Result> {
  const { database, close } = await openSchool(env)
  try {
    return await work({ database, now: new Date(), env })
  } finally {
    await close()
  }
}
