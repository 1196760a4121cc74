import { basename } from 'node:path'
import { type Database, openDatabase } from '#server/db/client.ts'
import { type Env, readEnv } from '#server/env.ts'
import { createLog } from '#server/log.ts'
import { exitWithError, parseCommandLine } from './command-line.ts'
import type { RowError } from './csv-file.ts'

const printedFaults = 50

export type ImportRun = {
  fileName: string
  env: Env
  now: Date
  isDryRun: boolean
  hasFlag: (name: string) => boolean
  /** Reports progress to the terminal. */
  reportProgress: (state: string) => void
}

type Import<Read extends { rows: unknown[] }, Report extends { faults: RowError[] }> = {
  /** Script name, as in `npm run <name>`. */
  name: string
  /** Flags besides `--dry-run`. */
  flags: readonly string[]
  read: (path: string, run: ImportRun) => Promise<Read>
  apply: (database: Database, read: Read, run: ImportRun) => Promise<Report>
  summarize: (report: Report) => string
}

/** Runs an import command. Imports the whole file or, if it has errors, nothing; then the exit code is 1. */
export async function runImport<Read extends { rows: unknown[] }, Report extends { faults: RowError[] }>(
  command: Import<Read, Report>,
): Promise<void> {
  const progress = startProgress()
  try {
    const { path, given } = parseCommandLine(command.name, ['dry-run', ...command.flags], 'file.csv')
    const run: ImportRun = {
      fileName: basename(path),
      env: readEnv(process.env),
      now: new Date(),
      isDryRun: given.has('dry-run'),
      hasFlag: (name) => given.has(name),
      reportProgress: progress.say,
    }
    const read = await command.read(path, run)
    progress.say('opening the database')
    const { database, close } = await openDatabase(run.env, createLog({ LOG_LEVEL: 'warn' }))
    try {
      const report = await command.apply(database, read, run)
      progress.stop()
      if (report.faults.length > 0) fail(report.faults)
      else process.stdout.write(`${run.isDryRun ? 'Would be imported' : 'Imported'}: ${command.summarize(report)}.\n`)
    } finally {
      await close()
    }
  } catch (error) {
    exitWithError(error)
  } finally {
    progress.stop()
  }
}

function fail(faults: readonly RowError[]): void {
  const printed = faults.slice(0, printedFaults).map(({ line, message }) => `line ${line}: ${message}\n`)
  const rest = faults.length - printed.length
  process.stderr.write(printed.join('') + (rest > 0 ? `and ${rest} more\n` : ''))
  process.stderr.write(`Nothing was imported: ${faults.length} ${faults.length === 1 ? 'error' : 'errors'}.\n`)
  process.exitCode = 1
}

/** Prints progress to stderr once a second. */
function startProgress(): { say(state: string): void; stop(): void } {
  const began = performance.now()
  let state = 'reading'
  const timer = setInterval(() => {
    process.stderr.write(`${((performance.now() - began) / 1000).toFixed(0).padStart(3)} s  ${state}\n`)
  }, 1000)
  return {
    say(next) {
      state = next
    },
    stop: () => clearInterval(timer),
  }
}
