import type { RunnerConfig } from '#tests/model-runner/config.ts'
import { type Found, planned } from '#tests/model-runner/discover-models.ts'
import { compare, type Ledger, readLedger, unaccepted } from '#tests/model-runner/ledger.ts'
import type { MachineLevel } from '#tests/model-runner/machine-level.ts'
import { type Model, nameOf } from '#tests/model-runner/model.ts'
import { playEvents } from '#tests/model-runner/observations.ts'
import { type Plan, pathOptionsOf, plan } from '#tests/model-runner/paths/play-paths.ts'
import { type Walk, walkOf } from '#tests/model-runner/paths/random-walks.ts'
import { everyWayOf } from '#tests/model-runner/paths/transition-pairs.ts'
import { brokenRule } from '#tests/model-runner/rule.ts'
import { brokenLine } from '#tests/model-runner/summary.ts'
import { mutantsOf } from './mutants.ts'
import { Mutants } from './survivors.ts'

/**
 * Tests all mutants of each machine: once with all means, and once with the rules alone. A second model of the same
 * machine is skipped, because it has the same mutants.
 */
export async function mutateMachines(
  { models, survivors: explained }: RunnerConfig,
  found: Found,
  wanted?: string,
): Promise<boolean> {
  const { ready, broken } = planned(found, wanted)
  for (const one of broken) console.log(brokenLine(one))
  const counted = new Mutants(explained)
  for (const { model, onMachine, plan } of ready.filter((one) => one.model.name === undefined)) {
    const name = nameOf(model)
    const ledger = readLedger(name, models)
    if (ledger === null) throw new Error(`${name}: there is no ledger; npm run qa -- ${name} --accept`)
    const known = eventsOf(plan)
    const mutants = mutantsOf(model.machine)
    const survivors: string[] = []
    const unruled: string[] = []
    for (const { name, machine } of mutants) {
      const mutant = { ...model, machine }
      const level = onMachine.of(machine)
      const isRuled = await breaksRule(mutant, level, known)
      if (!isRuled) unruled.push(name)
      if (!isRuled && !(await differs(mutant, level, ledger))) survivors.push(name)
    }
    counted.count(name, mutants.length, survivors, { unruled })
  }
  return counted.areFound() && broken.length === 0
}

function eventsOf({ paths, pairs }: Plan): Walk[] {
  return [...paths, ...pairs].map(({ steps }) => steps.map(({ event }) => event))
}

/**
 * Whether a path of the sound machine, a path of the mutant or a random walk on it breaks a rule, or the mutant fails by
 * itself. A path of the sound machine that the mutant cannot go on with proves nothing.
 */
async function breaksRule(mutant: Model, level: MachineLevel, known: readonly Walk[]): Promise<boolean> {
  const isBroken = async (walk: Walk) => brokenRule(mutant, await playEvents(mutant, level, walk)) !== null
  for (const walk of known) if (await isBroken(walk).catch(() => false)) return true
  try {
    for (const { steps } of everyWayOf(mutant, pathOptionsOf(mutant)))
      if (await isBroken(steps.map(({ event }) => event))) return true
    for (let seed = 0; seed < 10; seed += 1) if (await isBroken(walkOf(mutant, seed))) return true
    return false
  } catch {
    return true
  }
}

/** Whether the mutant cannot be planned, differs from its ledger or has paths that were never accepted. */
async function differs(mutant: Model, level: MachineLevel, ledger: Ledger): Promise<boolean> {
  if ((await compare(mutant, level, ledger, 1)).length > 0) return true
  try {
    const { added, gone } = unaccepted(mutant, plan(mutant).paths, ledger)
    return added.length + gone.length > 0
  } catch {
    return true
  }
}
