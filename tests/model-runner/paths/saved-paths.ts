import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Walk, WalkFailure } from './random-walks.ts'

/** A failed walk in a file; `why` is the message of the failure. */
export type SavedWalk = { machine: string; why: string; events: Walk }

/** Saves a walk for replay and returns the file name. */
export async function keep(machine: string, { walk, why }: WalkFailure, folder = 'reports/qa/walks'): Promise<string> {
  const id = createHash('sha256').update(JSON.stringify(walk)).digest('hex').slice(0, 8)
  const file = join(folder, `${machine}-${id}.json`)
  await mkdir(folder, { recursive: true })
  await writeFile(file, `${JSON.stringify({ machine, why, events: walk } satisfies SavedWalk, null, 2)}\n`)
  return file
}

export function readSavedWalk(file: string): SavedWalk {
  return JSON.parse(readFileSync(file, 'utf8')) as SavedWalk
}

/** The paths in `saved-paths/` of the models, which every test run replays. */
export function savedWalks(models: string): SavedWalk[] {
  return globSync(join(models, 'saved-paths/*.json')).sort().map(readSavedWalk)
}
