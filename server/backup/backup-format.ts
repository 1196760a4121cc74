import { closeSync, openSync, readSync } from 'node:fs'
import { StartupError } from '#server/startup-error.ts'

/** Magic bytes: pg_dump's custom format and gzip. */
const beginnings = { postgres: Buffer.from('PGDMP'), embedded: Buffer.from([0x1f, 0x8b]) }
const names = { postgres: 'PostgreSQL', embedded: 'the embedded database' }

export type BackupKind = keyof typeof beginnings

/** Throws for a file that is not a backup, or a backup of the other kind of database. */
export function requireBackupOf(kind: BackupKind, path: string): void {
  const beginning = readBeginning(path)
  const found = (Object.keys(beginnings) as BackupKind[]).find((one) => beginning.indexOf(beginnings[one]) === 0)
  if (found === undefined) throw new StartupError(`${path} is not a backup.`)
  if (found === kind) return
  const advice = found === 'postgres' ? 'Set DATABASE_URL to restore it.' : 'It is restored without DATABASE_URL.'
  throw new StartupError(`${path} is a backup of ${names[found]}, not of ${names[kind]}. ${advice}`)
}

function readBeginning(path: string): Buffer {
  try {
    const file = openSync(path, 'r')
    const bytes = Buffer.alloc(8)
    readSync(file, bytes)
    closeSync(file)
    return bytes
  } catch (error) {
    throw new StartupError(`${path} cannot be read (${error instanceof Error ? error.message : error}).`, {
      cause: error,
    })
  }
}
