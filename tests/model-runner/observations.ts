import type { AnyEventObject, AnyMachineSnapshot } from 'xstate'
import { type MachineLevel, type MachineStage, runningActors } from './machine-level.ts'
import type { Model } from './model.ts'
import { replay, type SideEffect } from './paths/replay.ts'

/** One event on the running machine, with all its effects. */
export type Observation = {
  event: AnyEventObject
  before: AnyMachineSnapshot
  after: AnyMachineSnapshot
  /** Side effects (actions with an effect outside the machine), in order. */
  effects: SideEffect[]
  /** Actors that started, with their input. */
  begun: { id: string; input: unknown }[]
  /** Ids of the actors that run, without the listeners. */
  running: string[]
  /** Milliseconds left on each running timer. */
  timers: number[]
}

/** The start of the machine is an observation without an event. */
export type StartObservation = Omit<Observation, 'event' | 'before'>

export type PlayedEvents = { start: StartObservation; observations: Observation[] }

/** Sends events to a running machine, without assertions, and returns the effects of each. */
export async function playEvents(...play: Parameters<typeof playPossible>): Promise<PlayedEvents> {
  const { refusal, ...played } = await playPossible(...play)
  if (refusal !== undefined) throw refusal
  return played
}

/** The same up to the first event that cannot come here, such as the result of an actor that does not run, with the reason. */
export async function playPossible(
  { machine, input }: Pick<Model, 'machine' | 'input'>,
  level: MachineLevel,
  events: readonly AnyEventObject[],
): Promise<PlayedEvents & { refusal?: unknown }> {
  const stage = await level.open()
  const start = stateOf(stage)
  const observations: Observation[] = []
  try {
    for (const step of replay(machine, input, events).steps) {
      const before = stage.actor.getSnapshot() as AnyMachineSnapshot
      stage.begun.length = 0
      stage.effects.length = 0
      await level.events[step.event.type]?.(stage, step)
      observations.push({ event: step.event, before, ...stateOf(stage) })
    }
    return { start, observations }
  } catch (refusal) {
    return { start, observations, refusal }
  } finally {
    await level.close(stage)
  }
}

function stateOf(stage: MachineStage): StartObservation {
  const { actor, clock, effects, begun } = stage
  // Reads a private field of the clock: there is no public way to list the pending timers.
  const { timeouts } = clock as unknown as { timeouts: Map<unknown, { start: number; timeout: number }> }
  const timers = [...timeouts.values()].map(({ start, timeout }) => start + timeout - clock.now())
  return {
    after: actor.getSnapshot() as AnyMachineSnapshot,
    timers: timers.toSorted((one, other) => one - other),
    effects: [...effects],
    begun: [...begun],
    running: runningActors(stage),
  }
}
