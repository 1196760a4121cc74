import type { RunnerConfig } from '#tests/model-runner/config.ts'
import type { Found } from '#tests/model-runner/discover-models.ts'
import type { MachineLevel } from '#tests/model-runner/machine-level.ts'
import { type Model, nameOf } from '#tests/model-runner/model.ts'
import { playPossible } from '#tests/model-runner/observations.ts'
import { machinePathsOf, pathOptionsOf, plan } from '#tests/model-runner/paths/plan.ts'
import { type Walk, walkOf } from '#tests/model-runner/paths/random-walks.ts'
import { everyWayOf, pairsOf } from '#tests/model-runner/paths/transition-pairs.ts'
import { brokenRule } from '#tests/model-runner/rule.ts'
import { mutantsOf } from './mutants.ts'
import { Mutants } from './survivors.ts'

/** Tests all mutants of each machine against its rules. A second model of a machine has the same mutants. */
export async function mutateMachines(
  { survivors: explained }: Pick<RunnerConfig, 'survivors'>,
  { machines }: Found,
  wanted?: string,
): Promise<boolean> {
  const counted = new Mutants(explained, { inTotal: 0.995, ofOne: 0.98 })
  for (const { model, onMachine } of machines) {
    const name = nameOf(model)
    if (model.name !== undefined || (wanted !== undefined && wanted !== name)) continue
    const { paths } = plan(model)
    const known = [...paths, ...pairsOf(model, paths).besides, ...machinePathsOf(model)].map(({ steps }) =>
      steps.map(({ event }) => event),
    )
    const mutants = mutantsOf(model.machine)
    const survivors: string[] = []
    for (const mutant of mutants) {
      const mutated = { ...model, machine: mutant.machine }
      if (!(await breaksRule(mutated, onMachine.of(mutant.machine), known))) survivors.push(mutant.name)
    }
    counted.count(name, mutants.length, survivors)
  }
  return counted.areFound()
}

/**
 * Whether a path of the sound machine, a path of the mutant or a random walk on it breaks a rule, or the mutant fails by
 * itself. That the mutant cannot go on with a path of the sound machine proves nothing.
 */
async function breaksRule(mutant: Model, level: MachineLevel, known: readonly Walk[]): Promise<boolean> {
  const play = async (walk: Walk) => {
    const { refusal, ...played } = await playPossible(mutant, level, walk)
    return { isBroken: brokenRule(mutant, played) !== null, isRefused: refusal !== undefined }
  }
  const fails = async (walk: Walk) => Object.values(await play(walk)).includes(true)
  try {
    for (const walk of known) if ((await play(walk)).isBroken) return true
    for (const { steps } of everyWayOf(mutant, pathOptionsOf(mutant)))
      if (await fails(steps.map(({ event }) => event))) return true
    for (let seed = 0; seed < 10; seed += 1) if (await fails(walkOf(mutant, seed))) return true
    return false
  } catch {
    return true
  }
}
