import { describe, expect, test } from 'vitest'
import { setup } from 'xstate'
import type { Model } from '#tests/model-runner/model.ts'
import { plan } from '#tests/model-runner/paths/play-paths.ts'
import { type Reality, sortOut, unplayable } from './e2e-level.ts'

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

function doorWith(own: Partial<Reality<null>>): Reality<null> {
  const events = { knock, kick: { пнули: kick, выбили: unplayable('дверь железная') } }
  return { open: async () => null, held: [], begin: async () => undefined, states: {}, events, ...own }
}

describe('The end-to-end level', () => {
  test('plays the possible paths and reports the others with a reason', () => {
    const { playable, unplayed } = sortOut(plan(model), doorWith({}))
    expect(playable.map(({ steps }) => steps.map(({ event }) => event.type))).toEqual([['knock', 'knock'], ['kick']])
    expect(unplayed.map(({ why }) => why)).toEqual(['дверь железная'])
  })

  test('decides by the position of a step whether it is playable', () => {
    const why = 'изнутри не постучать'
    const beyond = [
      { why, is: ({ before }: { before: { matches: (state: string) => boolean } }) => before.matches('open') },
    ]
    expect(sortOut(plan(model), doorWith({ beyond })).unplayed.map((one) => one.why)).toEqual([why, 'дверь железная'])
  })

  test('fails the machine if a case has neither a driver nor a reason', () => {
    expect(() => sortOut(plan(model), doorWith({ events: { knock, kick: { пнули: kick } } }))).toThrow(
      'door:\nkick, «выбили», has neither a way nor a reason',
    )
    expect(() => sortOut(plan(model), doorWith({ events: { knock } }))).toThrow('kick, «пнули», has neither')
  })

  test('rejects unused drivers and unused reasons', () => {
    const beyond = [{ why: 'так не бывает', is: () => false }]
    expect(() => sortOut(plan(model), doorWith({ beyond }))).toThrow('nothing is beyond us because «так не бывает»')
    const events = { knock, kick: { пнули: kick, выбили: kick, подожгли: kick }, ring: knock }
    expect(() => sortOut(plan(model), doorWith({ events }))).toThrow(
      'door:\nno path goes the way of kick, «подожгли»\nno path goes the way of ring',
    )
  })
})
