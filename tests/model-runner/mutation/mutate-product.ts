import { readFile, rm } from 'node:fs/promises'
import { isBuildCurrent } from '#scripts/build-stamp.ts'
import { resolveBin, runCaptured, runInherited } from '#scripts/run-command.ts'
import type { RunnerConfig } from '#tests/model-runner/config.ts'
import { applyMutant, buildMutated, type ProductMutant } from './mutated-build.ts'
import { Mutants } from './survivors.ts'

const folder = '.cache/mutated'

/** Tests mutants of the code around each machine: plays the machine in Chromium on a mutated build. */
export async function mutateProduct(
  { productMutants, survivors: explained }: Pick<RunnerConfig, 'productMutants' | 'survivors'>,
  wanted?: string,
): Promise<boolean> {
  const mutants = productMutants.filter(({ machine }) => wanted === undefined || machine === wanted)
  // Checks first that every mutant still applies, because the builds take an hour.
  for (const one of mutants) applyMutant(await readFile(one.file, 'utf8'), one)
  if (!(await isBuildCurrent()) && (await runInherited('scripts/build.ts')) !== 0) return false
  const survivors: string[] = []
  try {
    for (const group of groupMutants(mutants)) {
      await buildMutated(group, folder)
      for (const mutant of group) {
        const killer = await killerOf(mutant)
        if (killer === null) survivors.push(mutant.name)
        const mark = killer === null ? '· survived' : '✓ killed'
        console.log(`${mark} ${mutant.machine}, ${mutant.kind}: ${mutant.name}`)
        if (killer !== null) console.log(`    by the path ${killer}`)
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  const counted = new Mutants(explained, { inTotal: 0.95, ofOne: 0.95 })
  counted.count('product', mutants.length, survivors, wanted === undefined)
  return counted.areFound()
}

/** The id of the first failed path. Throws if that path also fails on the unchanged build. */
async function killerOf({ machine, name }: ProductMutant): Promise<string | null> {
  const play = (grep: string, pages?: string) =>
    runCaptured(
      resolveBin('playwright'),
      [
        'test',
        '--project=models-all',
        'on-pages',
        `--grep=${grep}`,
        '--grep-invert=@walk',
        '--retries=0',
        '-x',
        '--reporter=line',
      ],
      { ...(pages !== undefined && { QA_PAGES: pages }) },
    )
  const { code, output } = await play(`@${machine}(\\s|$)`, folder)
  if (code === 0) return null
  const [, id] = /\[([0-9a-f]{8})\]/.exec(output) ?? []
  if (id === undefined) throw new Error(`«${name}»: ${output}`)
  if ((await play(id)).code !== 0) throw new Error(`${machine} fails on the product as it is: ${id}`)
  return id
}

/**
 * Groups mutants into builds, because a build costs more than the paths: at most one per machine, and none that paths
 * of another machine reach.
 */
function groupMutants(mutants: readonly ProductMutant[]): ProductMutant[][] {
  const groups: ProductMutant[][] = []
  for (const one of mutants) {
    const group = groups.find((others) => others.every((other) => sharedMachines(one, other).length === 0))
    if (group === undefined) groups.push([one])
    else group.push(one)
  }
  return groups
}

function sharedMachines(one: ProductMutant, other: ProductMutant): string[] {
  const machinesOf = ({ machine, alsoReachedBy = [] }: ProductMutant) => [machine, ...alsoReachedBy]
  return machinesOf(one).filter((machine) => machinesOf(other).includes(machine))
}
