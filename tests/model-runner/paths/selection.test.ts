import { expect, test } from 'vitest'
import { assign, setup } from 'xstate'
import { idOf } from '#tests/model-runner/ledger.ts'
import { replay } from './replay.ts'
import { byValue, inShard, paceOf, upToCoverage, weightErrors } from './selection.ts'

/** Three buttons, each with a transition of its own. */
const panel = setup({
  types: { context: {} as { n: number } },
  actions: { count: assign(({ context }) => ({ n: context.n + 1 })) },
}).createMachine({
  id: 'panel',
  context: { n: 0 },
  on: { red: { actions: 'count' }, green: { actions: 'count' }, blue: { actions: 'count' } },
})
const pathOf = (...types: string[]) =>
  replay(
    panel,
    undefined,
    types.map((type) => ({ type })),
  )
const repeated = (type: string, times: number) => pathOf(...Array.from({ length: times }, () => type))

test('Every path is in one shard, and stays there when other paths are added', () => {
  const paths = Array.from({ length: 40 }, (_, index) => repeated('red', index + 1))
  const shards = [1, 2, 3, 4].map((index) => inShard(paths, { index, of: 4 }))
  expect(shards.flat().map(idOf).sort()).toEqual(paths.map(idOf).sort())
  expect(shards.every(({ length }) => length > 3)).toBe(true)
  const fewer = paths.filter((_, index) => index % 3 > 0)
  expect(inShard(fewer, { index: 2, of: 4 })).toEqual(shards[1]?.filter((path) => fewer.includes(path)))
  expect(inShard(paths, undefined)).toEqual(paths)
})

test('The path with the most new transitions per step is first, one that adds nothing is last', () => {
  const [short, both, long, again] = [pathOf('blue'), pathOf('red', 'green'), repeated('blue', 20), pathOf('green')]
  const order = byValue([{ name: 'panel', paths: [again, long, short, both] }], {})
  expect(order.map(({ path }) => path)).toEqual([both, short, again, long])
  expect(order.map(({ share }) => share)).toEqual([2 / 3, 1, 1, 1])
})

test('A path that was measured as slow comes later, and an unmeasured one is as fast as its machine', () => {
  const [red, green, blue] = [pathOf('red'), pathOf('green'), repeated('blue', 3)]
  const machines = [{ name: 'panel', paths: [red, green, blue] }]
  const durations = new Map([
    [
      'panel',
      new Map([
        [idOf(red), 9000],
        [idOf(green), 700],
      ]),
    ],
  ])
  expect(byValue(machines, {}, durations).map(({ path }) => path)).toEqual([green, blue, red])
  // Nothing is known about blue: 14 steps took 9700 ms, and it has 9 with the opening.
  expect(paceOf(machines, durations)('panel', blue)).toBeCloseTo((9700 / 14) * 9)
  expect(paceOf([...machines, { name: 'other', paths: [blue] }], durations)('other', blue)).toBeCloseTo((9700 / 14) * 9)
})

test('A weight brings its transition forward', () => {
  const [blue, both] = [pathOf('blue'), pathOf('red', 'green')]
  const order = byValue([{ name: 'panel', paths: [both, blue] }], { panel: { 'panel | blue | 1': 8 } })
  expect(order.map(({ path, share }) => [path, share])).toEqual([
    [blue, 0.8],
    [both, 1],
  ])
})

test('The same transition of two machines is covered twice', () => {
  const one = pathOf('red')
  expect(
    byValue(
      [
        { name: 'a', paths: [one] },
        { name: 'b', paths: [one] },
      ],
      {},
    ).map(({ share }) => share),
  ).toEqual([0.5, 1])
})

test('The order ends where enough is covered', () => {
  const order = byValue([{ name: 'panel', paths: [pathOf('red'), pathOf('green'), pathOf('blue')] }], {})
  expect(upToCoverage(order, 0.6)).toHaveLength(2)
  expect(upToCoverage(order, 1)).toHaveLength(3)
})

test('Weights of unknown transitions and weights that are not positive are errors', () => {
  const model = { machine: panel, title: '', rules: [], events: {}, states: {} }
  expect(
    weightErrors({ panel: { 'panel | yellow | 1': 2, 'panel | red | 1': 0 } }, [{ name: 'panel', model }]),
  ).toEqual([
    'weights: panel has no transition panel | yellow | 1',
    'weights: panel | red | 1 of panel has the weight 0',
  ])
})
