import { describe, expect, test } from 'vitest'
import { findMachines, type Machine } from '#tests/model-runner/discover-models.ts'
import { compare, type Ledger, readLedger, unaccepted } from '#tests/model-runner/ledger.ts'
import { nameOf } from '#tests/model-runner/model.ts'
import { coverageOf, transitionsOf } from '#tests/model-runner/paths/coverage.ts'
import { derive } from '#tests/model-runner/paths/derived-machine.ts'
import { lineOf, plan, play } from '#tests/model-runner/paths/play-paths.ts'
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
  const { paths, cover, cases, pairs, coverage } = plan(model)

  test('derives a machine with exactly the transitions of the product machine', () => {
    expect(transitionsOf(derive(model.machine, model.input)).sort()).toEqual(transitionsOf(model.machine).sort())
  })

  test('covers every state, transition, guard outcome and pair of transitions', () => {
    expect(coverage).toMatchObject({ states: { unplayed: [] }, transitions: { unplayed: [] }, pairs: { unplayed: [] } })
    expect(coverage.guards.unplayed).toEqual(Object.keys(model.impossibleOutcomes ?? {}))
  })

  test('covers the same with the paths of the browser, except pairs', () => {
    const { states, transitions, guards } = coverage
    for (const few of [cover, cases])
      expect(coverageOf(model.machine, few)).toMatchObject({ states, transitions, guards })
  })

  test(`plays ${paths.length} paths and ${pairs.length} additional pairs of transitions on the machine`, async () => {
    const results = await play({ model, paths: [...paths, ...pairs] }, onMachine)
    expect(
      results.filter(({ failure }) => failure !== null).map(({ path, failure }) => [lineOf(model, path), failure]),
    ).toEqual([])
  })

  test('matches the accepted ledger on every path (npm run qa -- --accept)', async () => {
    const ledger = readLedger(nameOf(model), config.models) as Ledger
    expect(unaccepted(model, paths, ledger)).toEqual({ added: [], gone: [] })
    expect(await compare(model, onMachine, ledger)).toEqual([])
  })

  test('breaks no rule on any path or random walk', async () => {
    expect(model.rules.length).toBeGreaterThanOrEqual(5)
    const walks = [
      ...paths.map(({ steps }) => steps.map(({ event }) => event)),
      ...seeds.map((seed) => walkOf(model, seed)),
    ]
    for (const walk of walks) expect(await walkFailureOf(model, onMachine, walk)).toBeNull()
  })
})
