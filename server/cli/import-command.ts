import { basename, resolve } from 'node:path'
import type { Database } from '#server/db/client.ts'
import { type Env, readEnv } from '#server/env.ts'
import { StartupError } from '#server/startup-error.ts'
import { joinTexts, type TerminalText, terminalLocale } from '#server/terminal-language.ts'
import { exitWithError, parseCommandLine } from './command-line.ts'
import type { RowError } from './csv-file.ts'
import { askServer, type CommandContext, runHere } from './served-commands.ts'

const printedFindings = 50

type ImportRun = {
  fileName: string
  env: Env
  now: Date
  isDryRun: boolean
  hasFlag: (name: string) => boolean
  /** Reports progress to the terminal. */
  reportProgress: (state: TerminalText) => void
}

/** Notes are printed and refuse nothing. */
type ImportReport = { faults: RowError[]; notes?: RowError[] }

export type ImportCommand<Read extends { rows: unknown[] }, Report extends ImportReport> = {
  /** Script name, as in `npm run <name>`. */
  name: string
  /** Flags besides `--dry-run`. */
  flags: readonly string[]
  read: (path: string, run: ImportRun) => Promise<Read>
  apply: (database: Database, read: Read, run: ImportRun) => Promise<Report>
  summarize: (report: Report) => TerminalText
  /** Whether the import wrote something, or would. */
  hasChanges: (report: Report) => boolean
}

/** `path` is absolute: the server that holds the embedded database reads it. */
export type ImportCommandRequest = { path: string; flags: readonly string[] }

/** Runs an import command here, or has the server that holds the embedded database run it. */
export async function runImportCommand<Read extends { rows: unknown[] }, Report extends ImportReport>(
  command: ImportCommand<Read, Report>,
): Promise<void> {
  const progress = startProgress()
  try {
    const { path, given } = parseCommandLine(command.name, ['dry-run', ...command.flags], 'file.csv')
    const env = readEnv(process.env)
    const request = { path: resolve(path), flags: [...given] }
    progress.say({ ru: 'загрузка', en: 'importing' })
    const served = await askServer(env, { command: command.name, request })
    const output = served ?? (await runHere(env, request, createImportHandler(command, progress.say)))
    progress.stop()
    process.stdout.write(output[terminalLocale()])
  } catch (error) {
    progress.stop()
    exitWithError(error)
  }
}

/**
 * What a command does to a database: imports the whole file or, if it has errors, nothing. Returns the text to print;
 * errors are a `StartupError`.
 */
export function createImportHandler<Read extends { rows: unknown[] }, Report extends ImportReport>(
  { read, apply, summarize, hasChanges }: ImportCommand<Read, Report>,
  reportProgress: ImportRun['reportProgress'] = () => undefined,
) {
  return async (
    { path, flags }: ImportCommandRequest,
    { database, env, now }: CommandContext,
  ): Promise<TerminalText> => {
    const hasFlag = (name: string) => flags.includes(name)
    const run = { fileName: basename(path), env, now, isDryRun: hasFlag('dry-run'), hasFlag, reportProgress }
    const report = await apply(database, await read(path, run), run)
    if (report.faults.length > 0) throw new StartupError(refusalOf(report.faults))
    const notes = linesOf(report.notes ?? []).map(({ ru, en }) => ({ ru: `${ru}\n`, en: `${en}\n` }))
    const { ru, en } = summarize(report)
    const begin = resultOf({ isDryRun: run.isDryRun, isChanged: hasChanges(report) })
    const result = { ru: `${begin.ru}: ${ru}.\n`, en: `${begin.en}: ${en}.\n` }
    return joinTexts([...notes, result], '')
  }
}

function resultOf({ isDryRun, isChanged }: { isDryRun: boolean; isChanged: boolean }): TerminalText {
  if (isDryRun)
    return isChanged
      ? { ru: 'Было бы загружено', en: 'Would be imported' }
      : { ru: 'Загружать нечего', en: 'There is nothing to import' }
  return isChanged ? { ru: 'Загружено', en: 'Imported' } : { ru: 'Ничего не загружено', en: 'Nothing was imported' }
}

function refusalOf(faults: readonly RowError[]): TerminalText {
  const end = {
    ru: `Ничего не загружено. Ошибок: ${faults.length}.`,
    en: `Nothing was imported: ${faults.length} ${faults.length === 1 ? 'error' : 'errors'}.`,
  }
  return joinTexts([...linesOf(faults), end], '\n')
}

function linesOf(findings: readonly RowError[]): TerminalText[] {
  const printed = findings.slice(0, printedFindings).map(({ line, message }) => ({
    ru: `строка ${line}: ${message.ru}`,
    en: `line ${line}: ${message.en}`,
  }))
  const rest = findings.length - printed.length
  return [...printed, ...(rest > 0 ? [{ ru: `и ещё ${rest}`, en: `and ${rest} more` }] : [])]
}

/** Prints progress to stderr once a second. */
function startProgress(): { say(state: TerminalText): void; stop(): void } {
  const began = performance.now()
  const locale = terminalLocale()
  const unit = { ru: 'с', en: 's' }[locale]
  let state: TerminalText = { ru: 'чтение', en: 'reading' }
  const timer = setInterval(() => {
    process.stderr.write(`${((performance.now() - began) / 1000).toFixed(0).padStart(3)} ${unit}  ${state[locale]}\n`)
  }, 1000)
  return {
    say(next) {
      state = next
    },
    stop: () => clearInterval(timer),
  }
}
