import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { exitWithError } from '#server/cli/command-line.ts'
import { runInSchool } from '#server/cli/run-command.ts'
import { readEnv } from '#server/environment/env.ts'
import { terminalLocale } from '#server/terminal/terminal-language.ts'
import { headerOf, manifestOf } from './export/export-bundle.ts'
import { describeFinding, type Fault, type Note } from './format-types/reasons.ts'
import { formats } from './formats/units.ts'
import { importSettings } from './import/import-work.ts'
import { progressBar, reportOf } from './import/report.ts'
import { importByCommand } from './import-runs/import-by-command.ts'

const usage = `npm run import -- PATH [--dry-run] [--skip-faulty] [--allow-deletes] [--quiet]
npm run import -- --template DIR
npm run import:people -- people.csv [--dry-run] [--skip-faulty]
npm run import:payments -- payments.csv [--dry-run] [--skip-faulty] [--quiet]
`

/** `npm run import -- school.zip`: docs/import/README.md. Exit codes: 0 applied, 1 faults, 2 wrong usage. */
const given = readArguments()
if (given === null) {
  process.stderr.write(usage)
  process.exitCode = 2
} else if (given.template !== undefined) writeTemplate(given.template)
else await run(given.path, given).catch(exitWithError)

function readArguments() {
  const flag = { type: 'boolean', default: false } as const
  const flags = { 'dry-run': flag, 'skip-faulty': flag, 'allow-deletes': flag, quiet: flag } as const
  const options = { ...flags, template: { type: 'string' }, as: { type: 'string' } } as const
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    const [path = '', ...more] = positionals
    const as = (['people', 'payments'] as const).find((name) => name === values.as)
    if (as !== values.as) return null
    if (values.template !== undefined) return path === '' ? { ...values, as, path } : null
    statSync(path)
    return more.length > 0 ? null : { ...values, as, path }
  } catch {
    return null
  }
}

/** Files with their headers. */
function writeTemplate(directory: string): void {
  mkdirSync(directory, { recursive: true })
  const files = [...Map.groupBy(formats, ({ file }) => `${file}.csv`)]
  for (const [name, some] of files) writeFileSync(join(directory, name), headerOf(some), { flag: 'wx' })
  writeFileSync(
    join(directory, 'manifest.csv'),
    manifestOf(
      files.map(([name]) => name),
      'school',
    ),
    { flag: 'wx' },
  )
}

async function run(path: string, options: NonNullable<typeof given>): Promise<void> {
  const locale = terminalLocale()
  const clear = () => void (process.stderr.isTTY && process.stderr.write('\r\u001b[K'))
  const print = (finding: Fault | Note) => {
    clear()
    process.stderr.write(`${describeFinding(finding, locale)}\n`)
  }
  const report = await runInSchool(readEnv(process.env), ({ database, env, now }) =>
    importByCommand(database, path, {
      ...importSettings(env, now),
      isDryRun: options['dry-run'],
      skipFaulty: options['skip-faulty'],
      allowDeletes: options['allow-deletes'],
      isQuiet: options.quiet,
      as: options.as,
      onFault: print,
      onNote: print,
      onProgress: (file, part) => void (process.stderr.isTTY && process.stderr.write(progressBar(file, part))),
    }),
  )
  clear()
  process.stdout.write(reportOf(report, locale, { isDryRun: options['dry-run'] }))
  process.exitCode = report.faults > 0 ? 1 : 0
}
