import { readMigrationFiles } from 'drizzle-orm/migrator'
import { errorReason } from '#server/db/connection-errors.ts'
import { migrationsFolder } from '#server/db/migrate.ts'
import { StartupError } from '#server/startup-error.ts'

/** Hashes of the applied migrations, in order. A restore is possible only if they are a prefix of ours. */
export const appliedMigrationsQuery = 'select hash from drizzle.__drizzle_migrations order by created_at'

/** Throws for a backup that the migrations of this version cannot upgrade. */
export function requireKnownVersion(path: string, applied: readonly string[]): void {
  const ours = readMigrationFiles({ migrationsFolder }).map(({ hash }) => hash)
  if (applied.length === 0) throw new StartupError(`${path} is not a backup of this program.`)
  const unknown = applied.findIndex((hash, at) => hash !== ours[at])
  if (unknown < 0) return
  throw new StartupError(
    `${path} was made by another version: its migration ${unknown + 1} of ${applied.length} is not known here. ` +
      'Restore it with that version or a newer one.',
  )
}

export function throwRestoreError(path: string, error: unknown): never {
  throw new StartupError(`${path} could not be restored, and nothing has changed (${errorReason(error)}).`, {
    cause: error,
  })
}
