import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'

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
