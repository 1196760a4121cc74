import { exitWithError, parseCommandLine } from '#server/cli/command-line.ts'
import { openSchool, terminalLocale } from '#server/cli/open-school.ts'
import { readEnv } from '#server/env.ts'
import { exportBundle } from './export-bundle.ts'

/** `npm run export -- school.zip`: docs/import/README.md. */
try {
  const { path } = parseCommandLine('export', [], 'school.zip')
  const { database, close } = await openSchool(readEnv(process.env), terminalLocale(process.env))
  try {
    for (const [file, rows] of await exportBundle(database, path)) process.stdout.write(`${file} ${rows}\n`)
  } finally {
    await close()
  }
} catch (error) {
  exitWithError(error)
}
