import { describe, expect, test } from 'vitest'
import { coverageOf, transitionsOf } from './coverage.ts'
import { derive } from './derive.ts'
import { allKept } from './kept-walks.ts'
import { compare, type Ledger, readLedger, unaccepted } from './ledger.ts'
import { findMachines, type Machine } from './machines.ts'
import { nameOf } from './model.ts'
import { lineOf, plan, play } from './runner.ts'
import { fallOf, walkOf } from './walks.ts'

const { machines, broken } = await findMachines()

test('every model loads', () => {
  expect(broken).toEqual([])
})

test.for(allKept())('a walk that fell once falls no more: $machine, $why', async ({ machine, events }) => {
  const { model, onMachine } = machines.find((one) => nameOf(one.model) === machine) as Machine
  expect(await fallOf(model, onMachine, events)).toBeNull()
})

/** More of them, and others each time: `npm run qa -- --walk 5m`. */
const seeds = Array.from({ length: 40 }, (_, seed) => seed)

describe.each(machines)('$model.title', ({ model, onMachine }) => {
  const { paths, cover, cases, pairs, coverage } = plan(model)

  test('its derived machine has the transitions of the product machine, no more and no fewer', () => {
    expect(transitionsOf(derive(model.machine, model.input)).sort()).toEqual(transitionsOf(model.machine).sort())
  })

  test('its paths reach every state, take every transition, see both outcomes of every guard and take every pair', () => {
    expect(coverage).toMatchObject({ states: { unplayed: [] }, transitions: { unplayed: [] }, pairs: { unplayed: [] } })
    expect(coverage.guards.unplayed).toEqual(Object.keys(model.oneSided ?? {}))
  })

  test('the few of them that the browser plays see all of that too, but the pairs', () => {
    const { states, transitions, guards } = coverage
    for (const few of [cover, cases])
      expect(coverageOf(model.machine, few)).toMatchObject({ states, transitions, guards })
  })

  test(`the machine itself goes all ${paths.length} paths and ${pairs.length} pairs of transitions besides`, async () => {
    const results = await play({ model, paths: [...paths, ...pairs] }, onMachine)
    expect(
      results.filter(({ failure }) => failure !== null).map(({ path, failure }) => [lineOf(model, path), failure]),
    ).toEqual([])
  })

  test('it does on every path what was accepted last, no more and no less (npm run qa -- --accept)', async () => {
    const ledger = readLedger(nameOf(model)) as Ledger
    expect(unaccepted(model, paths, ledger)).toEqual({ added: [], gone: [] })
    expect(await compare(model, onMachine, ledger)).toEqual([])
  })

  test('no path of it breaks a rule, and neither does a random walk', async () => {
    expect(model.rules.length).toBeGreaterThanOrEqual(5)
    const walks = [
      ...paths.map(({ steps }) => steps.map(({ event }) => event)),
      ...seeds.map((seed) => walkOf(model, seed)),
    ]
    for (const walk of walks) expect(await fallOf(model, onMachine, walk)).toBeNull()
  })
})
