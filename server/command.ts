import { parseArgs } from 'node:util'
import { StartFailure } from './start-failure.ts'

/** The one file that a command is told of, and which of its flags: `backup [--quick] file`. Else it ends, and says how it is used. */
export function readArguments(command: string, flags: readonly string[], file: string) {
  try {
    const options = Object.fromEntries(flags.map((flag) => [flag, { type: 'boolean', default: false } as const]))
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    const [path, ...more] = positionals
    if (path === undefined || more.length > 0) throw new Error('one file at a time')
    return { path, given: new Set(flags.filter((flag) => values[flag] === true)) }
  } catch (error) {
    const usage = ['npm run', command, '--', ...flags.map((flag) => `[--${flag}]`), file].join(' ')
    throw new StartFailure(`${usage} (${error instanceof Error ? error.message : error})`, { cause: error })
  }
}

/** What ends a command: a line where whoever runs it can help it, else all that is known. */
export function endWith(error: unknown): void {
  const told = error instanceof StartFailure ? error.message : error instanceof Error ? error.stack : error
  process.stderr.write(`${told}\n`)
  process.exitCode = 1
}
