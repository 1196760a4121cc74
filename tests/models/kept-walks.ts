import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Fall, Walk } from './walks.ts'

/** A walk that fell once, as a file has it; `why` is what was said then. */
export type KeptWalk = { machine: string; why: string; events: Walk }

/** Walks in `tests/models/walks` are played again by every run of the tests. */
const keptFolder = join(import.meta.dirname, 'walks')

/** Leaves a walk where it can be played from, and says where that is. */
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
