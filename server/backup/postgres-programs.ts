import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { StartFailure } from '#server/start-failure.ts'

export type Running = {
  input: Writable
  output: Readable
  /** Rejects with what the program says of its failure. */
  done: Promise<void>
  kill(): void
}

/** Starts one of PostgreSQL's own programs on a database; the password does not show among its arguments. */
export function startProgram(name: 'pg_dump' | 'pg_restore' | 'psql', url: string | null, args: string[]): Running {
  const { place, password } = url === null ? { place: [], password: {} } : splitPassword(url)
  const child: ChildProcessByStdio<Writable, Readable, Readable> = spawn(name, [...place, ...args], {
    env: { ...process.env, ...password },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  // Who writes to a program that has ended learns it from `done`.
  child.stdin.on('error', () => undefined)
  const done = Promise.withResolvers<void>()
  const said = text(child.stderr)
  child.on('error', (error) => done.reject(failureToStart(name, error)))
  child.on('close', async (code, signal) => {
    if (code === 0) done.resolve()
    else done.reject(new StartFailure(causeIn(await said) || `${name} ended with ${code ?? signal}`))
  })
  // Several may be waited for one after the other.
  done.promise.catch(() => undefined)
  return { input: child.stdin, output: child.stdout, done: done.promise, kill: () => child.kill() }
}

function splitPassword(url: string): { place: string[]; password: Record<string, string> } {
  const address = new URL(url)
  const password = decodeURIComponent(address.password)
  address.password = ''
  return { place: ['--no-password', `--dbname=${address.href}`], password: password ? { PGPASSWORD: password } : {} }
}

function failureToStart(name: string, error: Error): StartFailure {
  const isMissing = 'code' in error && error.code === 'ENOENT'
  const reason = isMissing ? `install PostgreSQL's client programs, not older than the server` : error.message
  return new StartFailure(`${name} cannot be started: ${reason}.`, { cause: error })
}

/** The first error names the cause; what follows are its consequences. */
function causeIn(said: string): string {
  const lines = said.trim().split('\n')
  return lines.find((line) => /error|fatal/i.test(line)) ?? lines[0] ?? ''
}
