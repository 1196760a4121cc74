import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartFailure } from '#server/start-failure.ts'

export type Lock = { release(): void }

/**
 * Locks a data directory for this process (D-38). The lock is the operating system's own on a file, held through
 * SQLite because Node offers no `flock`: a living process cannot lose it, also not to another container with its own
 * process ids, and a dead one leaves none behind.
 */
export function lockDirectory(directory: string): Lock {
  const owner = join(directory, 'lock.owner')
  const file = openLockFile(directory)
  try {
    file.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (error) {
    file.close()
    throw new StartFailure(
      `The data directory ${directory} is in use by ${readOwner(owner)}.\n` +
        'Stop that process, or start this one with another DATA_DIR.',
      { cause: error },
    )
  }
  writeFileSync(owner, `process ${process.pid}, started ${new Date().toISOString()}`)
  return {
    release() {
      rmSync(owner, { force: true })
      file.close()
    },
  }
}

function openLockFile(directory: string): DatabaseSync {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    const path = join(directory, 'lock')
    writeFileSync(path, '', { flag: 'a' })
    return new DatabaseSync(path, { timeout: 0 })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartFailure(`DATA_DIR: ${directory} cannot be written (${reason}).`, { cause: error })
  }
}

function readOwner(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return 'another process'
  }
}
