import { expect, test } from 'vitest'
import { assign, setup } from 'xstate'
import { checkPaths } from '#tests/model-runner/assertions.ts'
import { onMachine } from '#tests/model-runner/machine-level.ts'
import type { Model } from '#tests/model-runner/model.ts'
import { plan } from '#tests/model-runner/paths/play-paths.ts'
import { implies } from '#tests/model-runner/rule.ts'
import { pathsOf, requirementCoverage, requirementLines, unknownSources } from './requirement-coverage.ts'

const lamp = setup({ types: { context: {} as { n: number } }, actions: { count: assign({ n: 1 }) } }).createMachine({
  id: 'lamp',
  context: { n: 0 },
  initial: 'off',
  states: { off: { on: { press: 'on', hit: 'broken' } }, on: { entry: 'count' }, broken: {} },
})
const model: Model = {
  machine: lamp,
  title: 'Лампа',
  rules: [
    {
      title: 'Горит после нажатия',
      source: 'R-1, R-2',
      holds: ({ event, after }) => implies(event.type === 'press', after.matches('on')),
    },
    { title: 'Никогда не мигает', source: 'R-2', holds: () => true },
    { title: 'Взрыв слышен', source: 'R-3', holds: ({ event }) => implies(event.type === 'explode', false) },
  ],
  events: { press: [{ title: 'нажато' }], hit: [{ title: 'ударено' }] },
  states: { off: 'не горит', on: 'горит', broken: 'разбита' },
}
const texts = { english: {}, guards: {}, action: () => null }
const requirements = ['R-1', 'R-2', 'R-3', 'R-4'].map((id) => ({
  id,
  title: `Title of ${id}`,
  tests: id === 'R-4' ? ['a.test.ts'] : [],
}))

async function coverageOf(isPlayed = true) {
  const results = await checkPaths({ model, onMachine: onMachine(model, { states: {} }) }, plan(model).paths, {
    ledger: null,
    texts,
  })
  return requirementCoverage(requirements, [{ model, results: isPlayed ? results : null }], texts)
}

test('A requirement is touched by the paths on which one of its rules says something', async () => {
  const coverage = await coverageOf()
  expect(coverage.map((one) => [one.id, one.rules.length, pathsOf(one).length])).toEqual([
    ['R-1', 1, 1],
    ['R-2', 2, 2],
    // Its rule is an implication whose condition no path meets.
    ['R-3', 1, 0],
    ['R-4', 0, 0],
  ])
})

test('The requirements that nothing touches are listed with the other tests that name them', async () => {
  const lines = requirementLines(await coverageOf(), 'ru')
  expect(lines.slice(lines.indexOf('2 of 4 requirements are touched by no rule and no path of a model:') + 1)).toEqual([
    '    R-3  Title of R-3: no test names it',
    '    R-4  Title of R-4: named in 1 other tests',
  ])
  expect(lines[2]).toMatch(/^ {4}lamp: Горит после нажатия: [0-9a-f]{8}$/)
})

test('No path counts where the rules were not checked', async () => {
  expect((await coverageOf(false)).flatMap(pathsOf)).toEqual([])
})

test('A rule that names an unknown requirement is reported', () => {
  expect(unknownSources(requirements.slice(1), [model])).toEqual([
    'lamp: the rule «Горит после нажатия» names R-1, which the specification does not have',
  ])
})
