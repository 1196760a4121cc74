import { existsSync, renameSync, statfsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Paths in DATA_DIR: the embedded database, and files that exist only during a restore. */
export function dataPaths(directory: string) {
  return {
    database: join(directory, 'database'),
    /** Written last; without it the directory holds an incomplete database. */
    created: join(directory, 'database', 'CREATED'),
    unpacked: join(directory, 'database.unpacked'),
    restored: join(directory, 'database.restored'),
    replaced: join(directory, 'database.replaced'),
  }
}

/** Puts the old database back if a process died between the two renames of a restore. */
export function undoInterruptedRestore(directory: string): void {
  const { database, replaced } = dataPaths(directory)
  if (!existsSync(database) && existsSync(replaced)) renameSync(replaced, database)
}

/** The size of one write-ahead log segment: with less, PGlite fails without an error message. */
const minFreeMegabytes = 16

/** An error text if the disk is too small to open a database; else null. */
export function findDiskSpaceProblem(directory: string): string | null {
  const { bavail, bsize } = statfsSync(dirname(directory))
  const megabytes = Math.floor((bavail * bsize) / 2 ** 20)
  return megabytes < minFreeMegabytes ? `its disk has ${megabytes} MB left` : null
}
