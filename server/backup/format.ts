import { closeSync, openSync, readSync } from 'node:fs'
import { StartFailure } from '#server/start-failure.ts'

/** How files of each begin: pg_dump's own format, and gzip. */
const beginnings = { postgres: Buffer.from('PGDMP'), embedded: Buffer.from([0x1f, 0x8b]) }
const names = { postgres: 'PostgreSQL', embedded: 'the embedded database' }

export type Kind = keyof typeof beginnings

/** Refuses a file that is no backup, or one of the other database. */
export function requireBackupOf(kind: Kind, path: string): void {
  const beginning = readBeginning(path)
  const found = (Object.keys(beginnings) as Kind[]).find((one) => beginning.indexOf(beginnings[one]) === 0)
  if (found === undefined) throw new StartFailure(`${path} is no backup.`)
  if (found === kind) return
  const advice = found === 'postgres' ? 'Set DATABASE_URL to restore it.' : 'It is restored without DATABASE_URL.'
  throw new StartFailure(`${path} is a backup of ${names[found]}, not of ${names[kind]}. ${advice}`)
}

function readBeginning(path: string): Buffer {
  try {
    const file = openSync(path, 'r')
    const bytes = Buffer.alloc(8)
    readSync(file, bytes)
    closeSync(file)
    return bytes
  } catch (error) {
    throw new StartFailure(`${path} cannot be read (${error instanceof Error ? error.message : error}).`, {
      cause: error,
    })
  }
}
