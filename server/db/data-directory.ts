import { existsSync, renameSync, statfsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Where the embedded database lies in DATA_DIR, and what stands there only while one is being restored. */
export function placesIn(directory: string) {
  return {
    database: join(directory, 'database'),
    /** Written last: without it a directory is half of a database. */
    created: join(directory, 'database', 'CREATED'),
    unpacked: join(directory, 'database.unpacked'),
    restored: join(directory, 'database.restored'),
    replaced: join(directory, 'database.replaced'),
  }
}

/** A process that died between the two steps of replacing a database left none: the old one comes back. */
export function undoHalfReplacing(directory: string): void {
  const { database, replaced } = placesIn(directory)
  if (!existsSync(database) && existsSync(replaced)) renameSync(replaced, database)
}

/** Less than a piece of PostgreSQL's log: PGlite fails of it without a word. */
const leastRoom = 16

/** What to say of a disk that is too small to open a database on; null where there is room. */
export function lackOfRoom(directory: string): string | null {
  const { bavail, bsize } = statfsSync(dirname(directory))
  const megabytes = Math.floor((bavail * bsize) / 2 ** 20)
  return megabytes < leastRoom ? `its disk has ${megabytes} MB left` : null
}
