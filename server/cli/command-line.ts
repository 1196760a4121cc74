import { parseArgs } from 'node:util'
import { StartupError } from '#server/startup-error.ts'

/** Parses `command [--flag] file`: one path and known flags. Throws a `StartupError` with the usage otherwise. */
export function parseCommandLine(command: string, flags: readonly string[], file: string) {
  try {
    const options = Object.fromEntries(flags.map((flag) => [flag, { type: 'boolean', default: false } as const]))
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    const [path, ...more] = positionals
    if (path === undefined || more.length > 0) throw new Error('one file at a time')
    return { path, given: new Set(flags.filter((flag) => values[flag] === true)) }
  } catch (error) {
    const usage = ['npm run', command, '--', ...flags.map((flag) => `[--${flag}]`), file].join(' ')
    throw new StartupError(`${usage} (${error instanceof Error ? error.message : error})`, { cause: error })
  }
}

/** Prints the message of a `StartupError`, or the stack of any other error, and sets exit code 1. */
export function exitWithError(error: unknown): void {
  const message = error instanceof StartupError ? error.message : error instanceof Error ? error.stack : error
  process.stderr.write(`${message}\n`)
  process.exitCode = 1
}
