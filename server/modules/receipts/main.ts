import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '#server/db/client.ts'
import { readEnv } from '#server/env.ts'
import { createLog } from '#server/log.ts'
import { StartFailure } from '#server/start-failure.ts'
import { readReceipts } from './file.ts'
import { type ImportReport, importReceipts } from './importing.ts'

const printedFaults = 50

/** `npm run import:payments -- file.csv`: docs/payments-import.md. */
async function main(): Promise<void> {
  const { path, isDryRun, tellsNobody } = readArguments()
  const env = readEnv(process.env)
  const moment = { now: new Date(), timeZone: env.TIME_ZONE }
  const progress = startProgress()
  try {
    const read = await readReceipts(path, { ...moment, onRow: (count) => progress.say(`${count} rows read`) })
    progress.say('opening the database')
    const { database, close } = await openDatabase(env, createLog({ LOG_LEVEL: 'warn' }))
    try {
      const onStep = (step: string) => progress.say(`${step} ${read.rows.length} rows`)
      const report = await importReceipts(database, read, {
        ...moment,
        fileName: basename(path),
        isDryRun,
        tellsNobody,
        onStep,
      })
      progress.stop()
      if (report.faults.length > 0) fail(report)
      else process.stdout.write(`${isDryRun ? 'Would be imported' : 'Imported'}: ${told(report)}.\n`)
    } finally {
      await close()
    }
  } finally {
    progress.stop()
  }
}

function readArguments(): { path: string; isDryRun: boolean; tellsNobody: boolean } {
  const flag = { type: 'boolean', default: false } as const
  try {
    const { values, positionals } = parseArgs({
      options: { 'dry-run': flag, quiet: flag },
      allowPositionals: true,
    })
    const [path, ...more] = positionals
    if (path === undefined || more.length > 0) throw new Error('one file is imported at a time')
    return { path, isDryRun: values['dry-run'], tellsNobody: values.quiet }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartFailure(`npm run import:payments -- [--dry-run] [--quiet] file.csv (${reason})`, { cause: error })
  }
}

function fail({ faults }: ImportReport): void {
  const printed = faults.slice(0, printedFaults).map(({ line, message }) => `line ${line}: ${message}\n`)
  const rest = faults.length - printed.length
  process.stderr.write(printed.join('') + (rest > 0 ? `and ${rest} more\n` : ''))
  process.stderr.write(`Nothing was imported: ${faults.length} ${faults.length === 1 ? 'fault' : 'faults'}.\n`)
  process.exitCode = 1
}

function told({ booked, repeated, sums, closed, concluded, told }: ImportReport): string {
  const roubles = (kopecks: number) => (kopecks / 100).toLocaleString('en', { minimumFractionDigits: 2 })
  return [
    `${booked} rows (received ${roubles(sums.received)}, returned ${roubles(sums.returned)}, transferred ${roubles(sums.transferred)} roubles)`,
    `${repeated} imported before`,
    `${closed} payments closed`,
    `${concluded} contracts concluded`,
    `${told} people told`,
  ].join('; ')
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

try {
  await main()
} catch (error) {
  process.stderr.write(
    `${error instanceof StartFailure ? error.message : error instanceof Error ? error.stack : error}\n`,
  )
  process.exitCode = 1
}
