import { type AnyEventObject, type AnyMachineSnapshot, initialTransition } from 'xstate'
import type { MachineLevel, MachineStage } from './machine-level.ts'
import type { Model } from './model.ts'
import { replay, type Wish } from './replay.ts'

/** One event on the running machine, and all that came of it. */
export type Moment = {
  event: AnyEventObject
  before: AnyMachineSnapshot
  after: AnyMachineSnapshot
  /** Actions that reach the world, in order. */
  wishes: Wish[]
  /** Actors that began, with what they were given, and those that are at work no more. */
  begun: { id: string; input: unknown }[]
  ended: string[]
  /** Milliseconds until each clock that runs. */
  clocks: number[]
}

/** The beginning is a moment too, without an event. */
export type Beginning = Omit<Moment, 'event' | 'before'>

/** Plays events on a machine as it runs, whatever anybody expects of them, and tells what came of each. */
export async function playEvents(
  { machine, input }: Pick<Model, 'machine' | 'input'>,
  level: MachineLevel,
  events: readonly AnyEventObject[],
): Promise<{ start: Beginning; moments: Moment[] }> {
  const stage = await level.open()
  try {
    const start = { ...seen(stage), wishes: [...stage.wishes], begun: [...stage.begun], ended: [] }
    const moments: Moment[] = []
    for (const step of replay(machine, input, events).steps) {
      const before = stage.actor.getSnapshot() as AnyMachineSnapshot
      const working = [...stage.working.keys()]
      stage.begun.length = 0
      stage.wishes.length = 0
      await level.events[step.event.type]?.(stage, step)
      const ended = working.filter((id) => !stage.working.has(id) || stage.begun.some((one) => one.id === id))
      moments.push({
        event: step.event,
        before,
        ...seen(stage),
        wishes: [...stage.wishes],
        begun: [...stage.begun],
        ended,
      })
    }
    return { start, moments }
  } finally {
    await level.close(stage)
  }
}

function seen({ actor, clock }: MachineStage): Pick<Moment, 'after' | 'clocks'> {
  // What the clock holds is its own affair, and the only way to know that something was put off.
  const { timeouts } = clock as unknown as { timeouts: Map<unknown, { start: number; timeout: number }> }
  const clocks = [...timeouts.values()].map(({ start, timeout }) => start + timeout - clock.now())
  return { after: actor.getSnapshot() as AnyMachineSnapshot, clocks: clocks.toSorted((one, other) => one - other) }
}

/** Where a machine stands before anything has happened. */
export function beginningOf({ machine, input }: Pick<Model, 'machine' | 'input'>): AnyMachineSnapshot {
  return initialTransition(machine, input)[0]
}
