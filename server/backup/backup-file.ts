import { closeSync, existsSync, fsyncSync, openSync, readSync, renameSync, rmSync } from 'node:fs'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { exitWithError, parseCommandLine } from '#server/cli/command-line.ts'
import { errorReason } from '#server/db/connection-errors.ts'
import { migrationsFolder } from '#server/db/migrate.ts'
import { type DatabaseLocation, readDatabaseLocation } from '#server/environment/env.ts'
import { StartupError } from '#server/terminal/startup-error.ts'
import { sameInAll, type TerminalText, terminalLocale } from '#server/terminal/terminal-language.ts'

/** Magic bytes: pg_dump's custom format and gzip. */
const beginnings = { postgres: Buffer.from('PGDMP'), embedded: Buffer.from([0x1f, 0x8b]) }
const names = {
  postgres: { ru: 'PostgreSQL', en: 'PostgreSQL' },
  embedded: { ru: 'встроенной базы данных', en: 'the embedded database' },
}
const advice = {
  postgres: { ru: 'Для восстановления задайте DATABASE_URL.', en: 'Set DATABASE_URL to restore it.' },
  embedded: { ru: 'Она восстанавливается без DATABASE_URL.', en: 'It is restored without DATABASE_URL.' },
}

export type BackupKind = keyof typeof beginnings

/** Throws for a file that is not a backup, or a backup of the other kind of database. */
export function requireBackupOf(kind: BackupKind, path: string): void {
  const beginning = readBeginning(path)
  const found = (Object.keys(beginnings) as BackupKind[]).find((one) => beginning.indexOf(beginnings[one]) === 0)
  if (found === undefined)
    throw new StartupError({ ru: `${path} — не резервная копия.`, en: `${path} is not a backup.` })
  if (found === kind) return
  throw new StartupError({
    ru: `${path} — копия ${names[found].ru}, а не ${names[kind].ru}. ${advice[found].ru}`,
    en: `${path} is a backup of ${names[found].en}, not of ${names[kind].en}. ${advice[found].en}`,
  })
}

function readBeginning(path: string): Buffer {
  try {
    const file = openSync(path, 'r')
    const bytes = Buffer.alloc(8)
    readSync(file, bytes)
    closeSync(file)
    return bytes
  } catch (error) {
    const reason = error instanceof Error ? error.message : error
    const text = { ru: `${path} не читается (${reason}).`, en: `${path} cannot be read (${reason}).` }
    throw new StartupError(text, { cause: error })
  }
}

/** Runs a command that takes one file. Prints the result; on failure prints the reason and exits with 1. */
export async function runBackupCommand(
  name: string,
  flags: readonly string[],
  work: (location: DatabaseLocation, path: string, given: Set<string>) => Promise<TerminalText>,
): Promise<void> {
  // A backup holds personal data of all users: only the owner may read the file.
  process.umask(0o077)
  try {
    const { path, given } = parseCommandLine(name, flags, 'file')
    const done = await work(readDatabaseLocation(process.env), path, given)
    process.stdout.write(`${done[terminalLocale()]}\n`)
  } catch (error) {
    exitWithError(error)
  }
}

/** Writes the file completely or not at all, for its owner only. Never overwrites an existing file. */
export async function writeAtomically(path: string, write: (unfinished: string) => Promise<void>): Promise<void> {
  if (existsSync(path))
    throw new StartupError({
      ru: `${path} уже есть и не будет перезаписан.`,
      en: `${path} already exists and is not overwritten.`,
    })
  const unfinished = `${path}.unfinished`
  try {
    closeSync(openSync(unfinished, 'w', 0o600))
    await write(unfinished)
    const file = openSync(unfinished, 'r+')
    fsyncSync(file)
    closeSync(file)
    renameSync(unfinished, path)
  } catch (error) {
    rmSync(unfinished, { force: true })
    if (!(error instanceof Error && 'syscall' in error)) throw error
    const text = {
      ru: `${path} не удалось записать (${error.message}).`,
      en: `${path} cannot be written (${error.message}).`,
    }
    throw new StartupError(text, { cause: error })
  }
}

/** Hashes of the applied migrations, in order. A restore is possible only if they are a prefix of ours. */
export const appliedMigrationsQuery = 'select hash from drizzle.__drizzle_migrations order by created_at'

/** Throws for a backup that the migrations of this version cannot upgrade. */
export function requireKnownVersion(path: string, applied: readonly string[]): void {
  const ours = readMigrationFiles({ migrationsFolder }).map(({ hash }) => hash)
  if (applied.length === 0)
    throw new StartupError({
      ru: `${path} — копия не этой программы.`,
      en: `${path} is not a backup of this program.`,
    })
  const unknown = applied.findIndex((hash, at) => hash !== ours[at])
  if (unknown < 0) return
  throw new StartupError({
    ru: `${path} сделан другой версией: её миграция ${unknown + 1} из ${applied.length} здесь неизвестна. Восстановите его той версией или более новой.`,
    en: `${path} was made by another version: its migration ${unknown + 1} of ${applied.length} is not known here. Restore it with that version or a newer one.`,
  })
}

export function throwRestoreError(path: string, error: unknown): never {
  const reason = error instanceof StartupError ? error.text : sameInAll(errorReason(error))
  const text = {
    ru: `${path} не удалось восстановить, ничего не изменилось (${reason.ru}).`,
    en: `${path} could not be restored, and nothing has changed (${reason.en}).`,
  }
  throw new StartupError(text, { cause: error })
}
