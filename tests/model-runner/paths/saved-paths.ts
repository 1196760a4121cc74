import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Fall, Walk } from './random-walks.ts'

/** A failed walk in a file; `why` is the message of the failure. */
export type KeptWalk = { machine: string; why: string; events: Walk }

/** Every test run replays the paths saved in `tests/models/saved-paths`. */
const keptFolder = 'tests/models/saved-paths'

/** Saves a walk for replay and returns the file name. */
export async function keep(machine: string, { walk, why }: Fall, folder = 'reports/qa/walks'): Promise<string> {
  const id = createHash('sha256').update(JSON.stringify(walk)).digest('hex').slice(0, 8)
  const file = join(folder, `${machine}-${id}.json`)
  await mkdir(folder, { recursive: true })
  await writeFile(file, `${JSON.stringify({ machine, why, events: walk } satisfies KeptWalk, null, 2)}\n`)
  return file
}

export function readKept(file: string): KeptWalk {
  return JSON.parse(readFileSync(file, 'utf8')) as KeptWalk
}

export function allKept(): KeptWalk[] {
  return globSync('*.json', { cwd: keptFolder })
    .sort()
    .map((file) => readKept(join(keptFolder, file)))
}
