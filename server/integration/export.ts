import { exitWithError, parseCommandLine } from '#server/cli/command-line.ts'
import { runInSchool } from '#server/cli/run-command.ts'
import { readEnv } from '#server/environment/env.ts'
import { exportBundle } from './export/export-bundle.ts'

/** `npm run export -- school.zip`: docs/import/README.md. */
try {
  const { path } = parseCommandLine('export', [], 'school.zip')
  const counts = await runInSchool(readEnv(process.env), ({ database, env }) =>
    exportBundle(database, path, env.TIME_ZONE),
  )
  for (const [file, rows] of counts) process.stdout.write(`${file} ${rows}\n`)
} catch (error) {
  exitWithError(error)
}
