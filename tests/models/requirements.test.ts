import { expect, test } from 'vitest'
import { sourcesOf } from '#tests/model-runner/check-path.ts'
import { findMachines } from '#tests/model-runner/discover-models.ts'
import { config } from './config.ts'
import { readRequirements } from './requirements.ts'

test('The requirements S1 to S9 and D-1 to D-40 are read from the specification, in its order', () => {
  const numbered = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name}${index + 1}`)
  const requirements = readRequirements()
  expect(requirements.map(({ id }) => id)).toEqual([...numbered('S', 9), ...numbered('D-', 40)])
  // By its place, because the tests that name a requirement are counted.
  expect(requirements[9 + 13]?.title).toMatch(/^The error pages are titled/)
})

test('Every rule names requirements of the specification', async () => {
  const { machines } = await findMachines(config.models)
  const known = readRequirements().map(({ id }) => id)
  const sources = machines.flatMap(({ model }) => model.rules.flatMap(({ source }) => sourcesOf(source)))
  expect(sources.filter((id) => !known.includes(id))).toEqual([])
})
