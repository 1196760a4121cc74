import { describe, expect, test } from 'vitest'
import { findMachines, type Machine } from '#tests/model-runner/discover-models.ts'
import { nameOf } from '#tests/model-runner/model.ts'
import { transitionsOf } from '#tests/model-runner/paths/coverage.ts'
import { derive } from '#tests/model-runner/paths/derived-machine.ts'
import { walkFailureOf, walkOf } from '#tests/model-runner/paths/random-walks.ts'
import { savedWalks } from '#tests/model-runner/paths/saved-paths.ts'
import { config } from './config.ts'

const { machines, broken } = await findMachines(config.models)

test('every model loads', () => {
  expect(broken).toEqual([])
})

test.for(savedWalks(config.models))(
  'passes the saved walk of $machine that failed once: $why',
  async ({ machine, events }) => {
    const { model, onMachine } = machines.find((one) => nameOf(one.model) === machine) as Machine
    expect(await walkFailureOf(model, onMachine, events)).toBeNull()
  },
)

/** `npm run qa -- --walk 5m` plays more walks. */
const seeds = Array.from({ length: 40 }, (_, seed) => seed)

describe.each(machines)('$model.title', ({ model, onMachine }) => {
  test('derives a machine with exactly the transitions of the product machine', () => {
    expect(transitionsOf(derive(model.machine, model.input)).sort()).toEqual(transitionsOf(model.machine).sort())
  })

  test('breaks no rule on a random walk', async () => {
    expect(model.rules.length).toBeGreaterThanOrEqual(5)
    for (const walk of seeds.map((seed) => walkOf(model, seed)))
      expect(await walkFailureOf(model, onMachine, walk)).toBeNull()
  })
})
