import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { exitWithError, parseCommandLine } from '#server/cli/command-line.ts'
import { type DatabaseLocation, readDatabaseLocation } from '#server/env.ts'
import { StartupError } from '#server/startup-error.ts'

/** Runs a command that takes one file. Prints the result; on failure prints the reason and exits with 1. */
export async function runBackupCommand(
  name: string,
  flags: readonly string[],
  work: (place: DatabaseLocation, path: string, given: Set<string>) => Promise<string>,
): Promise<void> {
  // A backup holds personal data of all users: only the owner may read the file.
  process.umask(0o077)
  try {
    const { path, given } = parseCommandLine(name, flags, 'file')
    process.stdout.write(`${await work(readDatabaseLocation(process.env), path, given)}\n`)
  } catch (error) {
    exitWithError(error)
  }
}

/** Writes the file completely or not at all. Never overwrites an existing file. */
export async function writeAtomically(path: string, write: (unfinished: string) => Promise<void>): Promise<void> {
  if (existsSync(path)) throw new StartupError(`${path} already exists and is not overwritten.`)
  const unfinished = `${path}.unfinished`
  try {
    closeSync(openSync(unfinished, 'w'))
    await write(unfinished)
    const file = openSync(unfinished, 'r+')
    fsyncSync(file)
    closeSync(file)
    renameSync(unfinished, path)
  } catch (error) {
    rmSync(unfinished, { force: true })
    if (!(error instanceof Error && 'syscall' in error)) throw error
    throw new StartupError(`${path} cannot be written (${error.message}).`, { cause: error })
  }
}
