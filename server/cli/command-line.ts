import { parseArgs } from 'node:util'
import { connectionErrorCause } from '#server/db/connection-errors.ts'
import { StartupError } from '#server/terminal/startup-error.ts'
import { sameInAll, type TerminalText, terminalLocale } from '#server/terminal/terminal-language.ts'

const oneFile = { ru: 'по одному файлу', en: 'one file at a time' }

/** Parses `command [--flag] file`: one path and known flags. Throws a `StartupError` with the usage otherwise. */
export function parseCommandLine(command: string, flags: readonly string[], file: string) {
  try {
    const options = Object.fromEntries(flags.map((flag) => [flag, { type: 'boolean', default: false } as const]))
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    const [path, ...more] = positionals
    if (path === undefined || more.length > 0) throw new StartupError(oneFile)
    return { path, given: new Set(flags.filter((flag) => values[flag] === true)) }
  } catch (error) {
    const usage = ['npm run', command, '--', ...flags.map((flag) => `[--${flag}]`), file].join(' ')
    const reason = error instanceof StartupError ? error.text : sameInAll(errorMessage(error))
    throw new StartupError({ ru: `${usage} (${reason.ru})`, en: `${usage} (${reason.en})` }, { cause: error })
  }
}

/** Prints a `StartupError` in the language of the terminal, or the stack of any other error, and sets exit code 1. */
export function exitWithError(error: unknown): void {
  const text = error instanceof StartupError ? error.text : lostDatabase(error)
  const message = text?.[terminalLocale()] ?? (error instanceof Error ? error.stack : error)
  process.stderr.write(`${message}\n`)
  process.exitCode = 1
}

/** The text for a database that has gone during the command, such as the embedded one of a server that was stopped. */
function lostDatabase(error: unknown): TerminalText | null {
  const cause = connectionErrorCause(error)
  // A file that is missing is no database.
  if (!cause || 'path' in cause) return null
  return {
    ru: `База данных стала недоступна (${cause.message}). Повторите команду.`,
    en: `The database has become unavailable (${cause.message}). Repeat the command.`,
  }
}

function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
