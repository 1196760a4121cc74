import { expect, test } from 'vitest'
import { setup } from 'xstate'
import { idOf } from './ledger.ts'
import { withDisagreements } from './level-disagreement.ts'
import type { Failure, PathResult } from './paths/play-paths.ts'
import { replay } from './paths/replay.ts'

const lamp = setup({}).createMachine({
  id: 'lamp',
  initial: 'off',
  states: { off: { on: { press: 'on' } }, on: { on: { press: 'off', break: 'dark' } }, dark: {} },
})
const pathOf = (...types: string[]) =>
  replay(
    lamp,
    undefined,
    types.map((type) => ({ type })),
  )
const resultOf = (path: PathResult['path'], failure: Failure | null = null) => ({ path, failure, milliseconds: 1 })
const failed: Failure = { step: 2, message: 'no', shown: null }

test('a step that passes on one level only is a disagreement and names the path of the other level', () => {
  const [short, long] = [pathOf('press', 'press'), pathOf('press', 'press', 'press')]
  const [real] = withDisagreements([resultOf(short, failed)], [resultOf(long)])
  expect(real?.failure).toEqual({ ...failed, passedOnOtherLevel: idOf(long) })
})

test('a step that failed on both levels, or was not played on the other, is none', () => {
  const both = pathOf('press', 'press')
  expect(withDisagreements([resultOf(both, failed)], [resultOf(both, failed)])[0]?.failure).toEqual(failed)
  expect(withDisagreements([resultOf(both, failed)], [resultOf(pathOf('press', 'break'))])[0]?.failure).toEqual(failed)
})

test('the same event that took another transition is another step', () => {
  expect(
    withDisagreements([resultOf(pathOf('press', 'press'), failed)], [resultOf(pathOf('press'))])[0]?.failure,
  ).toEqual(failed)
})

test('an unstable path says nothing about the levels', () => {
  const path = pathOf('press', 'press')
  const unstable: Failure = { ...failed, isFlaky: true }
  expect(withDisagreements([resultOf(path, unstable)], [resultOf(path)])[0]?.failure).toEqual(unstable)
})
