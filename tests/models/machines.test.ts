import { describe, expect, test } from 'vitest'
import { checkRules } from '#tests/model-runner/check-path.ts'
import { findMachines } from '#tests/model-runner/discover-models.ts'
import { idOf, lineOf } from '#tests/model-runner/model.ts'
import { transitionsOf } from '#tests/model-runner/paths/coverage.ts'
import { derive } from '#tests/model-runner/paths/derived-machine.ts'
import { gaps, machinePathsOf, plan } from '#tests/model-runner/paths/plan.ts'
import { playPath } from '#tests/model-runner/paths/play-path.ts'
import { walkFailureOf, walkOf } from '#tests/model-runner/paths/random-walks.ts'
import { pairsOf } from '#tests/model-runner/paths/transition-pairs.ts'
import { config } from './config.ts'

const { machines, broken } = await findMachines(config.models)

test('every model loads', () => {
  expect(broken).toEqual([])
})

const seeds = Array.from({ length: 40 }, (_, seed) => seed)

describe.each(machines.map((machine) => ({ ...machine, ...plan(machine.model) })))(
  '$model.title',
  ({ model, onMachine, paths, gaps: unreached }) => {
    test('has a case for every outcome, and the paths reach everything', () => {
      expect([...unreached, ...gaps(model, onMachine)]).toEqual([])
    })

    test.for(
      [...paths, ...pairsOf(model, paths).besides, ...machinePathsOf(model)].map((path) => ({
        path,
        id: idOf(path),
        line: lineOf(model, path),
      })),
    )('$line [$id]', async ({ path }) => {
      await playPath(path, onMachine)
      await checkRules({ model, onMachine }, path)
    })

    test('derives a machine with exactly the transitions of the product machine', () => {
      expect(transitionsOf(derive(model.machine, model.input)).sort()).toEqual(transitionsOf(model.machine).sort())
    })

    test('breaks no rule on a random walk', async () => {
      expect(model.rules.length).toBeGreaterThanOrEqual(5)
      for (const walk of seeds.map((seed) => walkOf(model, seed)))
        expect(await walkFailureOf(model, onMachine, walk)).toBeNull()
    })
  },
)
