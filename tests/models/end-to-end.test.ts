import { expect, test } from 'vitest'
import { findMachines } from '#tests/model-runner/discover-models.ts'
import { nameOf } from '#tests/model-runner/model.ts'
import { config } from './config.ts'

test('Every model and every page has a level on the real server', async () => {
  const { machines } = await findMachines(config.models)
  const { players, inEveryRun, inRealTime, close } = await config.endToEnd()
  const names = [...machines.map(({ model }) => model), ...config.pages].map(nameOf)
  expect(Object.keys(players).sort()).toEqual(names.sort())
  expect([...inEveryRun, ...inRealTime].filter((name) => !names.includes(name))).toEqual([])
  await close()
})
