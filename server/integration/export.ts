import { exitWithError, parseCommandLine } from '#server/cli/command-line.ts'
import { openSchool } from '#server/cli/open-school.ts'
import { readEnv } from '#server/env.ts'
import { exportBundle } from './export-bundle.ts'

/** `npm run export -- school.zip`: docs/import/README.md. */
try {
  const { path } = parseCommandLine('export', [], 'school.zip')
  const env = readEnv(process.env)
  const { database, close } = await openSchool(env)
  try {
    const counts = await exportBundle(database, path, env.TIME_ZONE)
    for (const [file, rows] of counts) process.stdout.write(`${file} ${rows}\n`)
  } finally {
    await close()
  }
} catch (error) {
  exitWithError(error)
}
