import { describe, expect, test } from 'vitest'
import { assign, fromPromise, setup } from 'xstate'
import { elapsed, onMachine, sent, settled } from './machine-level.ts'
import { lineOf, type Model } from './model.ts'
import { derive } from './paths/derived-machine.ts'
import { gaps, plan } from './paths/plan.ts'
import { playPath } from './paths/play-path.ts'
import { shrink, type WalkFailure, walkFailureOf, walkOf } from './paths/random-walks.ts'

/** A sample machine with an actor, a timer, a guard, a self-transition and a side effect. */
const door = setup({
  types: { context: {} as { knocks: number } },
  actors: { askPorter: fromPromise<boolean>(() => Promise.reject(new Error('not called in a test'))) },
  actions: {
    count: assign(({ context }) => ({ knocks: Math.min(context.knocks + 1, 2) })),
    ring: () => {
      throw new Error('a side effect is recorded, never executed')
    },
  },
  guards: { isWelcome: (_, { welcome }: { welcome: boolean }) => welcome },
  delays: { timeout: 1000 },
}).createMachine({
  id: 'door',
  context: { knocks: 0 },
  initial: 'closed',
  states: {
    closed: { on: { knock: { actions: ['count', 'ring'] }, ask: 'asking' } },
    asking: {
      invoke: {
        id: 'askPorter',
        src: 'askPorter',
        onDone: [
          { guard: { type: 'isWelcome', params: ({ event }) => ({ welcome: event.output }) }, target: 'open' },
          { target: 'closed' },
        ],
        onError: 'closed',
      },
      after: { timeout: 'closed' },
    },
    open: { type: 'final' },
  },
})

const model: Model = {
  machine: door,
  title: 'Дверь',
  rules: [],
  events: {
    knock: [{ title: 'стук' }],
    ask: [{ title: 'вопрос' }],
    'xstate.done.actor.askPorter': [
      { title: 'можно', with: { output: true } },
      { title: 'нельзя', with: { output: false } },
    ],
    'xstate.error.actor.askPorter': [{ title: 'швейцара нет', with: { error: 'нет' } }],
    'xstate.after.timeout.door.asking': [{ title: 'прошла секунда' }],
  },
  states: { closed: 'закрыто', asking: 'спрашивают', open: 'открыто' },
}

const level = onMachine(model, {
  events: {
    knock: sent,
    ask: sent,
    'xstate.done.actor.askPorter': settled,
    'xstate.error.actor.askPorter': settled,
    'xstate.after.timeout.door.asking': elapsed(1000),
  },
  states: { closed: () => undefined, asking: () => undefined, open: () => undefined },
})

function without<Value>(record: Record<string, Value>, key: string): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== key))
}

describe('A whole model', () => {
  test('is played on the machine, self-transitions included', async () => {
    const { paths } = plan(model)
    for (const path of paths) await playPath(path, level)
    expect(paths).toHaveLength(13)
    expect(paths.map((path) => lineOf(model, path))).toContain('стук → стук → стук')
  })

  test('runs no side effects while paths are generated', () => {
    expect(derive(door).config.states?.closed?.on).toMatchObject({ knock: [{ actions: ['count'] }] })
  })
})

describe('The runner refuses', () => {
  test('a state without an assertion', () => {
    const blind = { ...level, states: without(level.states, 'asking') }
    expect(gaps(model, blind)).toEqual(['the state asking has no assertion'])
  })

  test('an event without a driver', () => {
    const lame = { ...level, events: without(level.events, 'ask') }
    expect(gaps(model, lame)).toEqual(['the event ask has no driver'])
  })

  test('assertions of unknown states and drivers of unknown events', () => {
    const stale = {
      ...level,
      states: { ...level.states, ajar: () => undefined },
      events: { ...level.events, push: sent },
    }
    expect(gaps(model, stale)).toEqual(['the machine has no state ajar', 'the model has no event push'])
  })

  test('an event of the machine that is neither listed nor declared impossible', () => {
    const forgetful = { ...model, events: without(model.events, 'xstate.error.actor.askPorter') }
    expect(() => plan(forgetful)).toThrow(
      'the event xstate.error.actor.askPorter is neither listed nor declared impossible',
    )
  })

  test('an event that is listed and declared impossible', () => {
    expect(() => plan({ ...model, impossible: { ask: 'not asked' } })).toThrow('ask is listed and declared impossible')
  })

  test('a transition that no path takes, although its event is declared impossible', () => {
    const { 'xstate.after.timeout.door.asking': _, ...events } = model.events
    const timeless = {
      ...model,
      events,
      impossible: { 'xstate.after.timeout.door.asking': 'time does not pass' },
    }
    expect(plan(timeless).gaps).toContain(
      'no path takes the transition door.asking | xstate.after.timeout.door.asking | 1',
    )
  })

  test('a state that no path reaches', () => {
    const unwelcome: Model = {
      ...model,
      events: { ...model.events, 'xstate.done.actor.askPorter': [{ title: 'нельзя', with: { output: false } }] },
    }
    expect(plan(unwelcome).gaps).toContain('no path reaches the state open')
  })

  test('an endless traversal', () => {
    const counter = setup({
      types: { context: {} as { n: number } },
      actions: { count: assign(({ context }) => ({ n: context.n + 1 })) },
    }).createMachine({ id: 'counter', context: { n: 0 }, on: { tick: { actions: 'count' } } })
    const endless: Model = {
      machine: counter,
      title: 'Счёт',
      rules: [],
      events: { tick: [{ title: 'ещё' }] },
      states: { counter: 'счёт' },
    }
    expect(() => plan(endless)).toThrow('Traversal limit exceeded')
  })

  test('a result of an actor without an id', () => {
    const nameless = setup({ actors: { work: fromPromise(() => Promise.resolve()) } }).createMachine({
      id: 'nameless',
      invoke: { src: 'work', onDone: {} },
    })
    expect(() => plan({ ...model, machine: nameless })).toThrow('An actor of nameless has no id')
  })
})

describe('A path fails', () => {
  test('at the step whose state assertion fails', async () => {
    const strict = {
      ...level,
      states: {
        ...level.states,
        open: () => {
          throw new Error('the door is not open')
        },
      },
    }
    const reached: number[] = []
    for (const path of plan(model).paths) {
      let last = 0
      const part = ({ step }: { step: number }, run: () => Promise<void>) => {
        last = step
        return run()
      }
      await playPath(path, strict, { part }).catch(({ message }: Error) => {
        expect(message).toBe('the door is not open')
        expect(path.steps[last - 1]?.after.value).toBe('open')
        reached.push(last)
      })
    }
    expect(reached).toHaveLength(3)
  })

  test('if the running machine differs from its config', async () => {
    const other = onMachine({ ...model, machine: door.provide({ guards: { isWelcome: () => false } }) }, level)
    const path = plan(model).paths.find((one) => lineOf(model, one) === 'вопрос → можно')
    await expect(playPath(path ?? raise('no such path'), other)).rejects.toThrow()
  })
})

test('A failed walk is shrunk to the events that cause the same failure', async () => {
  const unruled = onMachine({ ...model, machine: door.provide({ guards: { isWelcome: () => false } }) }, level)
  const findFailure = (walk: WalkFailure['walk']) => walkFailureOf(model, unruled, walk)
  const all = await Promise.all(Array.from({ length: 20 }, (_, seed) => findFailure(walkOf(model, seed))))
  const failure = all.find((one) => one !== null && one.step > 4) ?? raise('no long walk fails')
  const { walk, why } = await shrink(model, findFailure, failure)
  expect([why, walk.at(-1)?.type]).toEqual([failure.why, 'xstate.done.actor.askPorter'])
  // An attempt that failed before cannot go without its beginning.
  expect(walk.filter(({ type }) => type === 'knock' || type.startsWith('xstate.after'))).toEqual([])
  expect(await findFailure(walk)).toMatchObject({ why })
})

function raise(message: string): never {
  throw new Error(message)
}
