import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { StartupError } from '#server/startup-error.ts'

export type RunningProgram = {
  input: Writable
  output: Readable
  /** Rejects with the program's error output. */
  done: Promise<void>
  kill(): void
}

/**
 * Starts a PostgreSQL client program. The password is passed in the environment, so that it does not appear in the
 * process list.
 */
export function startProgram(
  name: 'pg_dump' | 'pg_restore' | 'psql',
  url: string | null,
  args: string[],
): RunningProgram {
  const { place, password } = url === null ? { place: [], password: {} } : splitPassword(url)
  const child: ChildProcessByStdio<Writable, Readable, Readable> = spawn(name, [...place, ...args], {
    env: { ...process.env, ...password },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  // Write errors after the program's end are reported by `done`.
  child.stdin.on('error', () => undefined)
  const done = Promise.withResolvers<void>()
  const said = text(child.stderr)
  child.on('error', (error) => done.reject(failureToStart(name, error)))
  child.on('close', async (code, signal) => {
    if (code === 0) done.resolve()
    else done.reject(new StartupError(causeIn(await said) || `${name} ended with ${code ?? signal}`))
  })
  // Callers await several programs one after the other: an early rejection must not be unhandled.
  done.promise.catch(() => undefined)
  return { input: child.stdin, output: child.stdout, done: done.promise, kill: () => child.kill() }
}

function splitPassword(url: string): { place: string[]; password: Record<string, string> } {
  const address = new URL(url)
  const password = decodeURIComponent(address.password)
  address.password = ''
  return { place: ['--no-password', `--dbname=${address.href}`], password: password ? { PGPASSWORD: password } : {} }
}

function failureToStart(name: string, error: Error): StartupError {
  const isMissing = 'code' in error && error.code === 'ENOENT'
  const reason = isMissing ? `install PostgreSQL's client programs, not older than the server` : error.message
  return new StartupError(`${name} cannot be started: ${reason}.`, { cause: error })
}

/** The first error line names the cause; later lines are consequences. */
function causeIn(said: string): string {
  const lines = said.trim().split('\n')
  return lines.find((line) => /error|fatal/i.test(line)) ?? lines[0] ?? ''
}
