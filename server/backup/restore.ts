import { requireBackupOf, runBackupCommand } from './backup-file.ts'
import { restoreEmbedded } from './embedded.ts'
import { restorePostgres } from './postgres.ts'

// `npm run restore -- [--replace] file`: docs/backup.md.
await runBackupCommand('restore', ['replace'], async (location, path, given) => {
  const { DATABASE_URL: url, DATA_DIR: directory } = location
  requireBackupOf(url ? 'postgres' : 'embedded', path)
  const isReplacing = given.has('replace')
  await (url ? restorePostgres(url, path, { isReplacing }) : restoreEmbedded(directory, path, { isReplacing }))
  return {
    ru: `${path} восстановлен: при запуске сервер обновит базу данных до своей версии.`,
    en: `${path} is restored: the server starts on it and brings it up to date.`,
  }
})
