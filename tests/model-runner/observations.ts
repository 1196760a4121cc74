import type { AnyEventObject, AnyMachineSnapshot } from 'xstate'
import type { MachineLevel, MachineStage } from './machine-level.ts'
import type { Model } from './model.ts'
import { replay, type SideEffect } from './paths/replay.ts'

/** One event on the running machine, with all its effects. */
export type Observation = {
  event: AnyEventObject
  before: AnyMachineSnapshot
  after: AnyMachineSnapshot
  /** Side effects (actions with an effect outside the machine), in order. */
  effects: SideEffect[]
  /** Actors that started, with their input, and actors that stopped. */
  begun: { id: string; input: unknown }[]
  ended: string[]
  /** Milliseconds left on each running timer. */
  timers: number[]
}

/** The start of the machine is an observation without an event. */
export type StartObservation = Omit<Observation, 'event' | 'before'>

export type PlayedEvents = { start: StartObservation; observations: Observation[] }

/** Sends events to a running machine, without assertions, and returns the effects of each. */
export async function playEvents(
  { machine, input }: Pick<Model, 'machine' | 'input'>,
  level: MachineLevel,
  events: readonly AnyEventObject[],
): Promise<PlayedEvents> {
  const stage = await level.open()
  try {
    const start = { ...stateOf(stage), effects: [...stage.effects], begun: [...stage.begun], ended: [] }
    const observations: Observation[] = []
    for (const step of replay(machine, input, events).steps) {
      const before = stage.actor.getSnapshot() as AnyMachineSnapshot
      const working = [...stage.working.keys()]
      stage.begun.length = 0
      stage.effects.length = 0
      await level.events[step.event.type]?.(stage, step)
      const ended = working.filter((id) => !stage.working.has(id) || stage.begun.some((one) => one.id === id))
      observations.push({
        event: step.event,
        before,
        ...stateOf(stage),
        effects: [...stage.effects],
        begun: [...stage.begun],
        ended,
      })
    }
    return { start, observations }
  } finally {
    await level.close(stage)
  }
}

function stateOf({ actor, clock }: MachineStage): Pick<Observation, 'after' | 'timers'> {
  // Reads a private field of the clock: there is no public way to list the pending timers.
  const { timeouts } = clock as unknown as { timeouts: Map<unknown, { start: number; timeout: number }> }
  const timers = [...timeouts.values()].map(({ start, timeout }) => start + timeout - clock.now())
  return { after: actor.getSnapshot() as AnyMachineSnapshot, timers: timers.toSorted((one, other) => one - other) }
}
