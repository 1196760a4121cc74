import { readFile, rm } from 'node:fs/promises'
import pLimit from 'p-limit'
import { isBuildCurrent } from '#scripts/build-stamp.ts'
import { runInherited } from '#scripts/run-command.ts'
import { type BrowserPool, openBrowserPool } from '#tests/model-runner/browser/browser-pool.ts'
import type { RunnerConfig } from '#tests/model-runner/config.ts'
import { type Found, planned } from '#tests/model-runner/discover-models.ts'
import { nameOf } from '#tests/model-runner/model.ts'
import { play, playPath } from '#tests/model-runner/paths/play-paths.ts'
import { brokenLine } from '#tests/model-runner/summary.ts'
import { applyMutant, buildMutated, type ProductMutant } from './mutated-build.ts'
import { Mutants } from './survivors.ts'

const folder = '.cache/mutated'

/** Tests mutants of the code around each machine: plays the machine in Chromium on a mutated build. */
export async function mutateProduct(
  { app, productMutants, survivors: explained }: RunnerConfig,
  found: Found,
  wanted?: string,
): Promise<boolean> {
  const { ready, broken } = planned(found, wanted)
  for (const one of broken) console.log(brokenLine(one))
  const mutants = productMutants.filter(({ machine }) => wanted === undefined || machine === wanted)
  // Checks first that every mutant still applies, because the builds take an hour.
  for (const one of mutants) applyMutant(await readFile(one.file, 'utf8'), one)
  if (!(await isBuildCurrent()) && (await runInherited('scripts/build.ts')) !== 0) return false
  const sound = await openBrowserPool(app)
  const survivors: string[] = []
  try {
    for (const group of groupMutants(mutants)) {
      await buildMutated(group, folder)
      const pool = await openBrowserPool(app, { pages: folder })
      try {
        for (const mutant of group) {
          const machine = ready.find(({ model }) => nameOf(model) === mutant.machine)
          if (machine === undefined) throw new Error(`${mutant.name}: there is no machine ${mutant.machine}`)
          const killer = await killerOf(machine, { mutatedPool: pool, sound })
          if (killer === null) survivors.push(mutant.name)
          console.log(
            `${killer === null ? '· survived' : '✓ killed'} ${mutant.machine}, ${mutant.kind}: ${mutant.name}`,
          )
          if (killer !== null) console.log(`    ${killer}`)
        }
      } finally {
        await pool.close()
      }
    }
  } finally {
    await sound.close()
    await rm(folder, { recursive: true, force: true })
  }
  const counted = new Mutants(explained)
  counted.count('product', mutants.length, survivors, { isWhole: wanted === undefined })
  return counted.areFound() && broken.length === 0
}

type Ready = ReturnType<typeof planned>['ready'][number]

/** The message of the first failed path. Throws if that path also fails on the unchanged build. */
async function killerOf(
  { model, inBrowser, plan }: Ready,
  { mutatedPool, sound }: { mutatedPool: BrowserPool; sound: BrowserPool },
): Promise<string | null> {
  const level = await inBrowser()
  if (level === null) throw new Error(`${nameOf(model)} has no level of the browser`)
  const failed = await play({ model, paths: plan.cases }, level(mutatedPool), { limit: pLimit(4), stopAtFailure: true })
  const [first] = failed.filter((result) => result?.failure)
  if (!first?.failure) return null
  const { failure } = await playPath(first.path, level(sound))
  if (failure !== null) throw new Error(`${nameOf(model)} fails on the product as it is: ${failure.message}`)
  const [line = ''] = first.failure.message.split('\n')
  return `step ${first.failure.step}: ${line}`
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
