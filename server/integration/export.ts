import { exitWithError, parseCommandLine } from '#server/cli/command-line.ts'
import { openDatabase } from '#server/db/client.ts'
import { readEnv } from '#server/env.ts'
import { createLog } from '#server/log.ts'
import { exportBundle } from './export-bundle.ts'

/** `npm run export -- school.zip`: docs/import/README.md. */
try {
  const { path } = parseCommandLine('export', [], 'school.zip')
  const { database, close } = await openDatabase(readEnv(process.env), createLog({ LOG_LEVEL: 'warn' }))
  try {
    for (const [file, rows] of await exportBundle(database, path)) process.stdout.write(`${file} ${rows}\n`)
  } finally {
    await close()
  }
} catch (error) {
  exitWithError(error)
}
