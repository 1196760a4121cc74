import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type DatabasePlace, readDatabasePlace } from '#server/env.ts'
import { StartFailure } from '#server/start-failure.ts'

type Flags = Record<string, { type: 'boolean'; default: boolean }>

/** Runs a command that takes one file: what it did, or in a line why it did nothing, with 1 as its exit code. */
export async function runCommand(
  usage: string,
  flags: Flags,
  work: (place: DatabasePlace, path: string, chosen: Record<string, unknown>) => Promise<string>,
): Promise<void> {
  // A backup is everybody's personal data.
  process.umask(0o077)
  try {
    const { path, chosen } = readArguments(usage, flags)
    process.stdout.write(`${await work(readDatabasePlace(process.env), path, chosen)}\n`)
  } catch (error) {
    const reason = error instanceof StartFailure ? error.message : error instanceof Error ? error.stack : error
    process.stderr.write(`${reason}\n`)
    process.exitCode = 1
  }
}

function readArguments(usage: string, options: Flags): { path: string; chosen: Record<string, unknown> } {
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    const [path, ...more] = positionals
    if (path === undefined || more.length > 0) throw new Error('one file at a time')
    return { path, chosen: values }
  } catch (error) {
    throw new StartFailure(`${usage} (${error instanceof Error ? error.message : error})`, { cause: error })
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
