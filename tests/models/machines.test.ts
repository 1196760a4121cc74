import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { coverageOf, transitionsOf } from './coverage.ts'
import { derive } from './derive.ts'
import { machines } from './machines.ts'
import { lineOf, plan, play } from './runner.ts'

test('every product machine has a model', () => {
  const files = globSync('src/machines/*.ts').filter((file) => readFileSync(file, 'utf8').includes('.createMachine('))
  expect(files).toHaveLength(machines.length)
})

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
    expect(results).toHaveLength(model.paths)
    expect(
      results.filter(({ failure }) => failure !== null).map(({ path, failure }) => [lineOf(model, path), failure]),
    ).toEqual([])
  })
})
