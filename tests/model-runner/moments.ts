import { type AnyEventObject, type AnyMachineSnapshot, initialTransition } from 'xstate'
import type { MachineLevel, MachineStage } from './machine-level.ts'
import type { Model } from './model.ts'
import { replay, type Wish } from './paths/replay.ts'

/** One event on the running machine, with all its effects. */
export type Moment = {
  event: AnyEventObject
  before: AnyMachineSnapshot
  after: AnyMachineSnapshot
  /** Side effects (actions with an effect outside the machine), in order. */
  wishes: Wish[]
  /** Actors that started, with their input, and actors that stopped. */
  begun: { id: string; input: unknown }[]
  ended: string[]
  /** Milliseconds left on each running timer. */
  clocks: number[]
}

/** The start of the machine is a moment without an event. */
export type Beginning = Omit<Moment, 'event' | 'before'>

/** Sends events to a running machine, without assertions, and returns the effects of each. */
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
  // Reads a private field of the clock: there is no public way to list the pending timers.
  const { timeouts } = clock as unknown as { timeouts: Map<unknown, { start: number; timeout: number }> }
  const clocks = [...timeouts.values()].map(({ start, timeout }) => start + timeout - clock.now())
  return { after: actor.getSnapshot() as AnyMachineSnapshot, clocks: clocks.toSorted((one, other) => one - other) }
}

/** The initial snapshot of a machine. */
export function beginningOf({ machine, input }: Pick<Model, 'machine' | 'input'>): AnyMachineSnapshot {
  return initialTransition(machine, input)[0]
}
