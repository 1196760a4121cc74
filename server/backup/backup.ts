import { runCommand, writeWhole } from './command.ts'
import { dumpEmbedded } from './embedded.ts'
import { dumpPostgres } from './postgres.ts'

// `npm run backup -- file`: docs/backup.md.
await runCommand('backup', [], async ({ DATABASE_URL: url, DATA_DIR: directory }, path) => {
  await writeWhole(path, (unfinished) => (url ? dumpPostgres(url, unfinished) : dumpEmbedded(directory, unfinished)))
  return `Everything committed before is in ${path}.`
})
