import { expect, test } from 'vitest'
import { and, assign, raise, setup } from 'xstate'
import { onMachine } from './machine-level.ts'
import { lineOf, type Model } from './model.ts'
import { mutantsOf } from './mutation/mutants.ts'
import { statesOf } from './paths/coverage.ts'
import { actsByItself, derive } from './paths/derived-machine.ts'
import { plan } from './paths/plan.ts'
import { playPath } from './paths/play-path.ts'

/**
 * A sample machine with automatic transitions, which `@xstate/test` does not support: a compound state that ends, a raised
 * event, and an eventless transition.
 */
const kettle = setup({
  types: { context: {} as { degrees: number }, events: {} as { type: 'pour' | 'heat' | 'whistle' | 'cool' } },
  actions: { warm: assign(({ context }) => ({ degrees: context.degrees + 50 })), whistle: raise({ type: 'whistle' }) },
  guards: { isHot: ({ context }) => context.degrees >= 100, isFilled: () => true },
}).createMachine({
  id: 'kettle',
  context: { degrees: 0 },
  initial: 'filling',
  states: {
    filling: {
      initial: 'empty',
      states: { empty: { on: { pour: 'full' } }, full: { type: 'final' } },
      onDone: 'heating',
    },
    heating: {
      on: { heat: { actions: 'warm' } },
      always: { guard: and(['isHot', 'isFilled']), target: 'boiling' },
    },
    boiling: { entry: 'whistle', on: { whistle: 'whistling' } },
    whistling: { on: { cool: 'cold' } },
    cold: { type: 'final' },
  },
})

const model: Model = {
  machine: kettle,
  title: 'Чайник',
  rules: [],
  events: { pour: [{ title: 'налито' }], heat: [{ title: 'греется' }], cool: [{ title: 'остыл' }] },
  impossible: { whistle: 'свистит он сам' },
  states: {
    filling: 'наливают',
    'filling.empty': 'пуст',
    'filling.full': 'полон',
    heating: 'греется',
    boiling: 'кипит',
    whistling: 'свистит',
    cold: 'остыл',
  },
}
const level = onMachine(model, {
  states: Object.fromEntries(statesOf(kettle).map((name) => [name, () => undefined])),
})

test('generates paths with xstate/graph for automatic transitions and counts them in the coverage', async () => {
  expect(actsByItself(kettle)).toBe(true)
  expect(() => derive(kettle)).toThrow('xstate/graph takes it')
  const { paths, coverage } = plan(model)
  expect(paths.map((path) => lineOf(model, path))).toEqual(['налито → греется → греется → остыл'])
  expect(coverage.transitions).toEqual({
    all: [
      'kettle.filling | xstate.done.state.kettle.filling | 1',
      'kettle.filling.empty | pour | 1',
      'kettle.heating | heat | 1',
      'kettle.heating | always | 1',
      'kettle.boiling | whistle | 1',
      'kettle.whistling | cool | 1',
    ],
    unplayed: [],
  })
  expect(coverage.guards).toEqual({
    all: ['kettle.heating | always | 1 | true', 'kettle.heating | always | 1 | false'],
    unplayed: [],
  })
  for (const path of paths) await playPath(path, level)
})

test('mutates automatic transitions too', () => {
  const names = mutantsOf(kettle).map(({ name }) => name)
  expect(names).toContain('kettle.filling onDone: dropped')
  expect(names).toContain('kettle.heating always: guard negated')
})
