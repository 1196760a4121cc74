import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { coverageOf, transitionsOf } from './coverage.ts'
import { derive } from './derive.ts'
import { compare, type Ledger, readLedger, unaccepted } from './ledger.ts'
import { machines } from './machines.ts'
import { lineOf, plan, play } from './runner.ts'
import { fallOf, walkOf } from './walks.ts'

test('every product machine has a model', () => {
  const files = globSync('src/machines/*.ts').filter((file) => readFileSync(file, 'utf8').includes('.createMachine('))
  expect(files).toHaveLength(machines.length)
})

/** More of them, and others each time: `npm run qa -- --walk 5m`. */
const seeds = Array.from({ length: 40 }, (_, seed) => seed)

describe.each(machines)('$model.title', ({ model, onMachine }) => {
  const { paths, cover, coverage } = plan(model)

  test('its derived machine has the transitions of the product machine, no more and no fewer', () => {
    expect(transitionsOf(derive(model.machine, model.input)).sort()).toEqual(transitionsOf(model.machine).sort())
  })

  test('its paths reach every state and take every transition', () => {
    expect(coverage).toMatchObject({ states: { unplayed: [] }, transitions: { unplayed: [] } })
  })

  test('the few of them that the browser plays take every transition too', () => {
    expect(coverageOf(model.machine, cover)).toEqual(coverage)
  })

  test(`the machine itself goes all ${paths.length} paths`, async () => {
    const results = await play({ model, paths }, onMachine)
    expect(
      results.filter(({ failure }) => failure !== null).map(({ path, failure }) => [lineOf(model, path), failure]),
    ).toEqual([])
  })

  test('it does on every path what was accepted last, no more and no less (npm run qa -- --accept)', async () => {
    const ledger = readLedger(model.machine.id) as Ledger
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
