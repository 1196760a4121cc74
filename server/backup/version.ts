import { readMigrationFiles } from 'drizzle-orm/migrator'
import { reasonOf } from '#server/db/away.ts'
import { migrationsFolder } from '#server/db/migrate.ts'
import { StartFailure } from '#server/start-failure.ts'

/** What a database was migrated by, in order: the next start can go on from the first of ours, and from nothing else. */
export const readApplied = 'select hash from drizzle.__drizzle_migrations order by created_at'

/** Refuses a backup that this code cannot bring up to date: of a newer version, of another line, or of another program. */
export function requireKnownVersion(path: string, applied: readonly string[]): void {
  const ours = readMigrationFiles({ migrationsFolder }).map(({ hash }) => hash)
  if (applied.length === 0) throw new StartFailure(`${path} is no backup of this program.`)
  const unknown = applied.findIndex((hash, at) => hash !== ours[at])
  if (unknown < 0) return
  throw new StartFailure(
    `${path} was made by another version: its migration ${unknown + 1} of ${applied.length} is not known here. ` +
      'Restore it with that version or a newer one.',
  )
}

export function failToRestore(path: string, error: unknown): never {
  throw new StartFailure(`${path} could not be restored, and nothing has changed (${reasonOf(error)}).`, {
    cause: error,
  })
}
