import {
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyTransitionDefinition,
  initialTransition,
  transition,
} from 'xstate'

/** What a machine asks of the world: the name of an action and what it is handed. */
export type Wish = { action: string; params?: unknown }

/** One step of a path, as the product machine itself takes it. */
export type Step = {
  event: AnyEventObject
  before: AnyMachineSnapshot
  after: AnyMachineSnapshot
  /** Keys of the transitions taken; none when the event is ignored. */
  taken: string[]
  wishes: Wish[]
}

export type Path = { start: AnyMachineSnapshot; steps: Step[] }

/** Takes the product machine through `events` without running anything: it says what it would do. */
export function replay(machine: AnyStateMachine, input: unknown, events: readonly AnyEventObject[]): Path {
  const [start] = initialTransition(machine, input)
  let before: AnyMachineSnapshot = start
  const steps = events.map((event): Step => {
    const taken = (machine.getTransitionData(before, event) as AnyTransitionDefinition[]).map(keyOf)
    const [after, actions] = transition(machine, before, event)
    const wishes = actions
      .filter(({ type }) => !type.startsWith('xstate.'))
      .map(({ type, params }): Wish => (params === undefined ? { action: type } : { action: type, params }))
    const step = { event, before, after, taken, wishes }
    before = after
    return step
  })
  return { start, steps }
}

/** Names a transition of a machine: its source, its event, and which of that event's alternatives it is. */
export function keyOf(definition: AnyTransitionDefinition): string {
  const { source, eventType } = definition
  const place = source.transitions.get(eventType)?.indexOf(definition) ?? -1
  if (place === -1) throw new Error(`${source.id} does not know a transition on ${eventType}`)
  return `${source.id} | ${eventType} | ${place + 1}`
}
