import { describe, expect, test } from 'vitest'
import { setup } from 'xstate'
import type { Model } from '#tests/model-runner/model.ts'
import { plan } from '#tests/model-runner/paths/plan.ts'
import { type E2eLevel, partitionPaths, unplayable } from './e2e-level.ts'
import type { E2eServer } from './e2e-stage.ts'

type DoorEvent = { type: 'knock' } | { type: 'kick'; hard: boolean }

const door = setup({ types: { events: {} as DoorEvent } }).createMachine({
  id: 'door',
  initial: 'shut',
  states: { shut: { on: { knock: 'open', kick: 'open' } }, open: { on: { knock: 'shut' } } },
})
const model: Model = {
  machine: door,
  title: 'Дверь',
  rules: [],
  events: {
    knock: [{ title: 'постучали' }],
    kick: [
      { title: 'пнули', with: { hard: false } },
      { title: 'выбили', with: { hard: true } },
    ],
  },
  states: { shut: 'закрыта', open: 'открыта' },
}

const knock = () => undefined
const kick = () => undefined

type DoorLevel = E2eLevel<null, E2eServer>

function doorWith(own: Partial<DoorLevel>): DoorLevel {
  const events = { knock, kick: { пнули: kick, выбили: unplayable('дверь железная') } }
  return { open: async () => null, held: [], begin: async () => undefined, states: {}, events, ...own }
}

describe('The end-to-end level', () => {
  test('plays the possible paths and reports the others with a reason', () => {
    const { playable, unplayable: unplayed } = partitionPaths(plan(model), doorWith({}))
    expect(playable.map(({ steps }) => steps.map(({ event }) => event.type))).toEqual([['knock', 'knock'], ['kick']])
    expect(unplayed.map(({ why }) => why)).toEqual(['дверь железная'])
  })

  test('decides by the position of a step whether it is playable', () => {
    const why = 'изнутри не постучать'
    const unplayableSteps = [
      { why, is: ({ before }: { before: { matches: (state: string) => boolean } }) => before.matches('open') },
    ]
    expect(partitionPaths(plan(model), doorWith({ unplayableSteps })).unplayable.map((one) => one.why)).toEqual([
      why,
      'дверь железная',
    ])
  })

  test('fails the machine if a case has neither a driver nor a reason', () => {
    expect(() => partitionPaths(plan(model), doorWith({ events: { knock, kick: { пнули: kick } } }))).toThrow(
      'door:\nkick, «выбили», has neither a driver nor a reason',
    )
    expect(() => partitionPaths(plan(model), doorWith({ events: { knock } }))).toThrow('kick, «пнули», has neither')
  })

  test('rejects unused drivers and unused reasons', () => {
    const unplayableSteps = [{ why: 'так не бывает', is: () => false }]
    expect(() => partitionPaths(plan(model), doorWith({ unplayableSteps }))).toThrow(
      'no step is excluded because «так не бывает»',
    )
    const events = { knock, kick: { пнули: kick, выбили: kick, подожгли: kick }, ring: knock }
    expect(() => partitionPaths(plan(model), doorWith({ events }))).toThrow(
      'door:\nno path uses the driver of kick, «подожгли»\nno path uses the driver of ring',
    )
  })
})
