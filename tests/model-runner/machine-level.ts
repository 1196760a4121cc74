import { deepEqual } from 'node:assert/strict'
import {
  type AnyActor,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  fromCallback,
  fromPromise,
  SimulatedClock,
} from 'xstate'
import type { Level, Model } from './model.ts'
import { statesOf } from './paths/coverage.ts'
import type { SideEffect } from './paths/replay.ts'

/** A running product machine with scripted actors, a simulated clock and recorded side effects. */
export type MachineStage = {
  actor: AnyActor
  clock: SimulatedClock
  /** Running actors by id, with their input. */
  working: Map<string, Work>
  /** All actors started so far, in order. */
  started: string[]
  /** Actors started since the last event, listeners included, with their input. */
  begun: { id: string; input: unknown }[]
  /** Side effects since the last event. */
  effects: SideEffect[]
}
type Work = { input: unknown; resolve: (output: unknown) => void; reject: (error: unknown) => void; hear: Hear | null }
type Hear = (event: AnyEventObject) => void
type Driver = Level<MachineStage>['events'][string]

/** `of` returns the same level for another version of the machine, such as a mutant. */
export type MachineLevel = Level<MachineStage> & { of: (machine: AnyStateMachine) => MachineLevel }

/** Plays the machine itself: each step must do exactly what the config of the machine says. The rules say what is right. */
export function onMachine(
  model: Model,
  level: Partial<Pick<Level<MachineStage>, 'states' | 'events'>> = {},
): MachineLevel {
  const { machine, input, listeners = {} } = model
  const byListeners = Object.entries(listeners).flatMap(([id, types]) =>
    types.map((type) => [type, sentByListener(id)]),
  )
  return {
    states: level.states ?? Object.fromEntries(statesOf(machine).map((state) => [state, () => undefined])),
    events: { ...usualDrivers(model), ...Object.fromEntries(byListeners), ...level.events },
    of: (other) => onMachine({ ...model, machine: other }, level),
    open: async () => startOnStage(machine, input, Object.keys(listeners)),
    close: async ({ actor }) => void actor.stop(),
    afterStep: ({ actor, effects }, { after, effects: expected }) => {
      const { value, context, status } = actor.getSnapshot() as AnyMachineSnapshot
      deepEqual(
        { state: value, context, status, effects },
        { state: after.value, context: after.context, status: after.status, effects: expected },
      )
    },
  }
}

/** Drivers by the type of the event: an actor settles, a timer ends, any other event is sent. */
function usualDrivers({ machine, events }: Model): Record<string, Driver> {
  const usual = (type: string): Driver => {
    if (/^xstate\.(done|error)\.actor\./.test(type)) return settled
    const [, delay] = /^xstate\.after\.([^.]+)\./.exec(type) ?? []
    return delay === undefined ? sent : elapsed(millisecondsOf(machine, delay))
  }
  return Object.fromEntries(Object.keys(events).map((type) => [type, usual(type)]))
}

function millisecondsOf({ implementations }: AnyStateMachine, delay: string): number {
  const named = (implementations.delays as Record<string, unknown>)[delay]
  const milliseconds = named === undefined ? Number(delay) : named
  if (typeof milliseconds !== 'number' || Number.isNaN(milliseconds))
    throw new Error(`How long ${delay} is must be said: elapsed(milliseconds)`)
  return milliseconds
}

/** Sends the event to the machine, as the user or another part of the app does. */
export const sent: Driver = (stage, { event }) => sendEvent(stage, event)

/** Resolves or rejects a running actor, by the type of the event. */
export const settled: Driver = (stage, { event }) => {
  const [, outcome, id = ''] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(event.type) ?? []
  return outcome === 'done' ? resolveActor(stage, id, event.output) : rejectActor(stage, id, event.error)
}

/** Advances the simulated clock of the machine. */
export function elapsed(milliseconds: number): Driver {
  return (stage) => advanceClock(stage, milliseconds)
}

/** Makes a listener actor send an event to the machine. */
function sentByListener(id: string): Driver {
  return (stage, { event }) => emitFromListener(stage, id, event)
}

export function sendEvent(stage: MachineStage, event: AnyEventObject): Promise<void> {
  return afterwards(stage, () => stage.actor.send(event))
}

export function resolveActor(stage: MachineStage, id: string, output?: unknown): Promise<void> {
  return afterwards(stage, () => workOf(stage, id).resolve(output))
}

function rejectActor(stage: MachineStage, id: string, error: unknown): Promise<void> {
  return afterwards(stage, () => workOf(stage, id).reject(error))
}

function emitFromListener(stage: MachineStage, id: string, event: AnyEventObject): Promise<void> {
  return afterwards(stage, () => workOf(stage, id).hear?.(event))
}

function advanceClock(stage: MachineStage, milliseconds: number): Promise<void> {
  return afterwards(stage, () => stage.clock.increment(milliseconds))
}

/** Starts `machine` on a stage, optionally from `snapshot`. Actors in `listeners` send events; all others stay pending until a driver settles them. */
export function startOnStage(
  machine: AnyStateMachine,
  input?: unknown,
  listeners: readonly string[] = [],
  snapshot?: AnyMachineSnapshot,
): MachineStage {
  const working: MachineStage['working'] = new Map()
  const started: string[] = []
  const begun: MachineStage['begun'] = []
  const effects: SideEffect[] = []
  const clock = new SimulatedClock()
  const { actions, actors } = machine.implementations as { actions: Record<string, object>; actors: object }
  const scripted = Object.keys(actors).map((src) => [src, listeners.includes(src) ? listener() : worker()])
  const recorded = Object.entries(actions)
    .filter(([, action]) => !('resolve' in action))
    .map(([action]) => [
      action,
      (_: unknown, params?: unknown) => void effects.push(params === undefined ? { action } : { action, params }),
    ])
  const provided = machine.provide({ actors: Object.fromEntries(scripted), actions: Object.fromEntries(recorded) })
  const actor = createActor(provided, { input, clock, ...(snapshot && { snapshot }) })
  const stage = { actor, clock, working, started, begun, effects }
  // A failed machine is detected by its status; without an observer the library would throw the error globally.
  actor.subscribe({ error: () => undefined })
  actor.start()
  return stage

  function worker() {
    return fromPromise(({ input: given, self, signal }) => {
      started.push(self.id)
      begun.push({ id: self.id, input: given })
      signal.addEventListener('abort', () => working.delete(self.id))
      return new Promise((resolve, reject) => {
        const end = (settle: (value: unknown) => void) => (value: unknown) => {
          working.delete(self.id)
          settle(value)
        }
        working.set(self.id, { input: given, resolve: end(resolve), reject: end(reject), hear: null })
      })
    })
  }

  function listener() {
    return fromCallback(({ sendBack, self, input: given }) => {
      begun.push({ id: self.id, input: given })
      working.set(self.id, { input: undefined, resolve: () => undefined, reject: () => undefined, hear: sendBack })
      return () => working.delete(self.id)
    })
  }
}

function workOf({ working }: MachineStage, id: string): Work {
  const work = working.get(id)
  if (work === undefined) throw new Error(`${id} is not running; running: ${[...working.keys()].join(', ') || 'none'}`)
  return work
}

/** Clears the effects of the previous step; the result of a promise reaches the machine some microtasks later. */
async function afterwards(stage: MachineStage, act: () => void): Promise<void> {
  stage.effects.length = 0
  stage.begun.length = 0
  act()
  await new Promise(setImmediate)
}

/** Ids of the running actors without the listeners, for assertions. */
export function runningActors({ working }: MachineStage): string[] {
  return [...working].filter(([, { hear }]) => hear === null).map(([id]) => id)
}
