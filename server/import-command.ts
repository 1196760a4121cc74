import { basename } from 'node:path'
import { endWith, readArguments } from './command.ts'
import type { Fault } from './csv-file.ts'
import { type Database, openDatabase } from './db/client.ts'
import { type Env, readEnv } from './env.ts'
import { createLog } from './log.ts'

const printedFaults = 50

export type ImportRun = {
  fileName: string
  env: Env
  now: Date
  isDryRun: boolean
  hasFlag: (name: string) => boolean
  /** Tells whoever waits what is being done. */
  say: (state: string) => void
}

type Import<Read extends { rows: unknown[] }, Report extends { faults: Fault[] }> = {
  /** As in `npm run <name>`. */
  name: string
  /** Beside `--dry-run`. */
  flags: readonly string[]
  read: (path: string, run: ImportRun) => Promise<Read>
  book: (database: Database, read: Read, run: ImportRun) => Promise<Report>
  told: (report: Report) => string
}

/** A command that imports a file, all of it or, where anything is wrong with it, nothing; then it ends with 1. */
export async function runImport<Read extends { rows: unknown[] }, Report extends { faults: Fault[] }>(
  command: Import<Read, Report>,
): Promise<void> {
  const progress = startProgress()
  try {
    const { path, given } = readArguments(command.name, ['dry-run', ...command.flags], 'file.csv')
    const run: ImportRun = {
      fileName: basename(path),
      env: readEnv(process.env),
      now: new Date(),
      isDryRun: given.has('dry-run'),
      hasFlag: (name) => given.has(name),
      say: progress.say,
    }
    const read = await command.read(path, run)
    progress.say('opening the database')
    const { database, close } = await openDatabase(run.env, createLog({ LOG_LEVEL: 'warn' }))
    try {
      const report = await command.book(database, read, run)
      progress.stop()
      if (report.faults.length > 0) fail(report.faults)
      else process.stdout.write(`${run.isDryRun ? 'Would be imported' : 'Imported'}: ${command.told(report)}.\n`)
    } finally {
      await close()
    }
  } catch (error) {
    endWith(error)
  } finally {
    progress.stop()
  }
}

function fail(faults: readonly Fault[]): void {
  const printed = faults.slice(0, printedFaults).map(({ line, message }) => `line ${line}: ${message}\n`)
  const rest = faults.length - printed.length
  process.stderr.write(printed.join('') + (rest > 0 ? `and ${rest} more\n` : ''))
  process.stderr.write(`Nothing was imported: ${faults.length} ${faults.length === 1 ? 'fault' : 'faults'}.\n`)
  process.exitCode = 1
}

/** A line each second to whoever waits, apart from what is printed in the end. */
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
