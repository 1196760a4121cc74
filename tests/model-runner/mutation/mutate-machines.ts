import type { RunnerConfig } from '#tests/model-runner/config.ts'
import { type Found, planned } from '#tests/model-runner/discover-models.ts'
import { compare, type Ledger, readLedger } from '#tests/model-runner/ledger.ts'
import type { MachineLevel } from '#tests/model-runner/machine-level.ts'
import { type Model, nameOf } from '#tests/model-runner/model.ts'
import { type Walk, walkFailureOf, walkOf } from '#tests/model-runner/paths/random-walks.ts'
import { brokenLine } from '#tests/model-runner/summary.ts'
import { mutantsOf } from './mutants.ts'
import { Mutants } from './survivors.ts'

/** Tests all mutants of each machine; a second model of the same machine is skipped, because it has the same mutants. */
export async function mutateMachines(
  { models, survivors: explained }: RunnerConfig,
  found: Found,
  wanted?: string,
): Promise<boolean> {
  const { ready, broken } = planned(found, wanted)
  for (const one of broken) console.log(brokenLine(one))
  const counted = new Mutants(explained)
  for (const { model, onMachine } of ready.filter((one) => one.model.name === undefined)) {
    const name = nameOf(model)
    const ledger = readLedger(name, models)
    if (ledger === null) throw new Error(`${name}: there is no ledger; npm run qa -- ${name} --accept`)
    const mutants = mutantsOf(model.machine)
    const walks = Array.from({ length: 40 }, (_, seed) => walkOf(model, seed))
    const survivors: string[] = []
    for (const mutant of mutants) {
      const wrong = { ...model, machine: mutant.machine }
      if (!(await isFound(wrong, onMachine.of(mutant.machine), { ledger, walks }))) survivors.push(mutant.name)
    }
    counted.count(name, mutants.length, survivors)
  }
  return counted.areFound() && broken.length === 0
}

type Means = { ledger: Ledger; walks: readonly Walk[] }

/** A mutant is found by the ledger, or by a rule that a random walk breaks. */
async function isFound(mutant: Model, level: MachineLevel, { ledger, walks }: Means): Promise<boolean> {
  if ((await compare(mutant, level, ledger, 1)).length > 0) return true
  for (const walk of walks) if ((await walkFailureOf(mutant, level, walk)) !== null) return true
  return false
}
