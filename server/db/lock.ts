import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartFailure } from '#server/start-failure.ts'

export type Lock = { release(): void }

/** SQLite's code for a lock that somebody else holds. */
const busy = 5

/** What is held stays referenced here: collected as garbage, a lock file would be closed and the lock lost. */
const held = new Set<DatabaseSync>()

/**
 * Locks a data directory for this process (D-38). The lock is the operating system's own on a file, held through
 * SQLite because Node offers no `flock`: a living process cannot lose it, also not to another container with its own
 * process ids, and a dead one leaves none behind. Nothing else may open that file: closing it would drop the lock.
 */
export function lockDirectory(directory: string): Lock {
  const owner = join(directory, 'lock.owner')
  const file = holdLockFile(directory, owner)
  const release = () => {
    rmSync(owner, { force: true })
    held.delete(file)
    file.close()
  }
  try {
    writeFileSync(owner, `process ${process.pid}, started ${new Date().toISOString()}`)
  } catch (error) {
    release()
    throw failureOf(error, directory, owner)
  }
  return { release }
}

function holdLockFile(directory: string, owner: string): DatabaseSync {
  let file: DatabaseSync | undefined
  try {
    makeDirectory(directory)
    file = new DatabaseSync(join(directory, 'lock'), { timeout: 0 })
    file.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    held.add(file)
    return file
  } catch (error) {
    file?.close()
    throw failureOf(error, directory, owner)
  }
}

/** Node's own `recursive` tries for ever where nothing can be made in a directory that is there, as under /proc. */
function makeDirectory(directory: string): void {
  if (isDirectory(directory)) return
  makeDirectory(dirname(directory))
  try {
    mkdirSync(directory, { mode: 0o700 })
  } catch (error) {
    // Another process may have been first.
    if (!isDirectory(directory)) throw error
  }
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

function failureOf(error: unknown, directory: string, owner: string): StartFailure {
  if (error instanceof Error && 'errcode' in error && error.errcode === busy) {
    const [inUse, advice] = [
      `is in use by ${readOwner(owner)}.`,
      'Stop that process, or start this one with another DATA_DIR.',
    ]
    return new StartFailure(`The data directory ${directory} ${inUse}\n${advice}`, { cause: error })
  }
  const reason = error instanceof Error ? error.message : String(error)
  return new StartFailure(`DATA_DIR: ${directory} cannot be written (${reason}).`, { cause: error })
}

function readOwner(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return 'another process'
  }
}
