import { runCommand } from './command.ts'
import { restoreEmbedded } from './embedded.ts'
import { requireBackupOf } from './format.ts'
import { restorePostgres } from './postgres.ts'

// `npm run restore -- [--replace] file`: docs/backup.md.
const flags = { replace: { type: 'boolean', default: false } } as const
await runCommand('npm run restore -- [--replace] file', flags, async (place, path, { replace }) => {
  const { DATABASE_URL: url, DATA_DIR: directory } = place
  requireBackupOf(url ? 'postgres' : 'embedded', path)
  const isReplacing = replace === true
  await (url ? restorePostgres(url, path, { isReplacing }) : restoreEmbedded(directory, path, { isReplacing }))
  return `${path} is restored: the server starts on it and brings it up to date.`
})
