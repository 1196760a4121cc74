import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { endWith, readArguments } from '#server/command.ts'
import { type DatabasePlace, readDatabasePlace } from '#server/env.ts'
import { StartFailure } from '#server/start-failure.ts'

/** Runs a command that takes one file: what it did, or in a line why it did nothing, with 1 as its exit code. */
export async function runCommand(
  name: string,
  flags: readonly string[],
  work: (place: DatabasePlace, path: string, given: Set<string>) => Promise<string>,
): Promise<void> {
  // A backup is everybody's personal data.
  process.umask(0o077)
  try {
    const { path, given } = readArguments(name, flags, 'file')
    process.stdout.write(`${await work(readDatabasePlace(process.env), path, given)}\n`)
  } catch (error) {
    endWith(error)
  }
}

/** A file that is there whole, or not at all; what was there before is never written over. */
export async function writeWhole(path: string, write: (unfinished: string) => Promise<void>): Promise<void> {
  if (existsSync(path)) throw new StartFailure(`${path} is there already: a backup is not written over another one.`)
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
    throw new StartFailure(`${path} cannot be written (${error.message}).`, { cause: error })
  }
}
