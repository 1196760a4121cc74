import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartupError } from '#server/terminal/startup-error.ts'
import type { TerminalText } from '#server/terminal/terminal-language.ts'

export type Lock = { release(): void }

/** Another process has locked the data directory. */
export class DirectoryInUseError extends StartupError {
  readonly owner: TerminalText

  constructor(directory: string, owner: TerminalText, options: ErrorOptions) {
    const text = {
      ru: `Каталог данных ${directory} занят (${owner.ru}).\nОстановите тот процесс или задайте этому другой DATA_DIR.`,
      en: `The data directory ${directory} is in use by ${owner.en}.\nStop that process, or start this one with another DATA_DIR.`,
    }
    super(text, options)
    this.owner = owner
  }
}

/** SQLite's error code for a locked file. */
const busy = 5

/** Keeps the files referenced: garbage collection would close them and release the lock. */
const held = new Set<DatabaseSync>()

/**
 * Locks a data directory for this process, by an operating system lock on a file, through SQLite because Node
 * has no `flock`. The lock works across containers and ends with the process. No other code may open that file: closing
 * it would release the lock.
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

/** `mkdirSync` with `recursive` loops forever in a directory where nothing can be created, such as /proc. */
function makeDirectory(directory: string): void {
  if (isDirectory(directory)) return
  makeDirectory(dirname(directory))
  try {
    mkdirSync(directory, { mode: 0o700 })
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!isDirectory(directory)) throw error
  }
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

function failureOf(error: unknown, directory: string, owner: string): StartupError {
  if (error instanceof Error && 'errcode' in error && error.errcode === busy) {
    return new DirectoryInUseError(directory, readOwner(owner), { cause: error })
  }
  const reason = error instanceof Error ? error.message : String(error)
  const text = {
    ru: `DATA_DIR: каталог ${directory} недоступен для записи (${reason}).`,
    en: `DATA_DIR: ${directory} cannot be written (${reason}).`,
  }
  return new StartupError(text, { cause: error })
}

function readOwner(path: string): TerminalText {
  try {
    const [en, pid, since] = /^process (\d+), started (.+)$/.exec(readFileSync(path, 'utf8')) ?? []
    if (en !== undefined) return { ru: `процесс ${pid}, запущен ${since}`, en }
  } catch {
    // The owner has not written it yet.
  }
  return { ru: 'другой процесс', en: 'another process' }
}
