import { runBackupCommand, writeAtomically } from './backup-file.ts'
import { dumpEmbedded } from './embedded.ts'
import { dumpPostgres } from './postgres.ts'

// `npm run backup -- file`: docs/backup.md.
await runBackupCommand('backup', [], async ({ DATABASE_URL: url, DATA_DIR: directory }, path) => {
  await writeAtomically(path, (unfinished) =>
    url ? dumpPostgres(url, unfinished) : dumpEmbedded(directory, unfinished),
  )
  return {
    ru: `Всё, что было записано до начала копирования, — в ${path}.`,
    en: `Everything committed before is in ${path}.`,
  }
})
