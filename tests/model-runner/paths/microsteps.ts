import type { AnyMachineSnapshot, AnyStateNode, AnyTransitionDefinition, InspectedMicrostepEvent } from 'xstate'

/** A microstep: the transition of an event, or one that follows automatically. */
export type Microstep = InspectedMicrostepEvent & { snapshot: AnyMachineSnapshot }

const initial = 'xstate.init'

/** The key of a transition: its source, its event and its index among the alternatives of the event. */
export function keyOf(definition: AnyTransitionDefinition): string {
  const { source, eventType } = definition
  const alternative = alternativesOf(source, eventType).indexOf(definition)
  if (alternative === -1) throw new Error(`${source.id} does not know a transition on ${eventType}`)
  return `${source.id} | ${eventType || 'always'} | ${alternative + 1}`
}

/** A state with all its descendants, in the order of the machine. */
export function nodesOf(node: AnyStateNode): AnyStateNode[] {
  return [node, ...Object.values(node.states).flatMap(nodesOf)]
}

/** The transitions of a state in the order of the machine, eventless ones included. */
export function transitionsIn({ transitions, always = [] }: AnyStateNode): AnyTransitionDefinition[] {
  return [...[...transitions.values()].flat(), ...always]
}

export function innermostOf({ _nodes }: AnyMachineSnapshot): AnyStateNode[] {
  return (_nodes as AnyStateNode[]).filter(({ type }) => type === 'atomic' || type === 'final')
}

export function outcomesOf(definition: AnyTransitionDefinition): string[] {
  return definition.guard === undefined ? [] : [outcome(definition, true), outcome(definition, false)]
}

/** The outcome of each evaluated guard; `before` is null at the start. */
export function guardOutcomesIn(before: AnyMachineSnapshot | null, microsteps: readonly Microstep[]): string[] {
  return microsteps.flatMap(({ event, snapshot, _transitions }, index) => {
    const earlier = microsteps[index - 1]?.snapshot ?? before
    const isEventless = _transitions.some(({ eventType }) => eventType === '')
    const next = microsteps[index + 1]?._transitions.filter(({ eventType }) => eventType === '') ?? []
    return [
      ...(earlier === null || isEventless || event.type === initial
        ? []
        : guardOutcomesAt(earlier, event.type, _transitions)),
      // After each microstep a machine evaluates eventless transitions first.
      ...(snapshot.status === 'active' ? guardOutcomesAt(snapshot, '', next) : []),
    ]
  })
}

/** From the leaf state outwards, the first alternative whose guard holds is taken; later guards are not evaluated. */
function guardOutcomesAt(
  snapshot: AnyMachineSnapshot,
  eventType: string,
  taken: readonly AnyTransitionDefinition[],
): string[] {
  return innermostOf(snapshot).flatMap((node) => {
    const guardOutcomes: string[] = []
    for (const definition of ancestry(node).flatMap((one) => alternativesOf(one, eventType))) {
      const isTaken = taken.includes(definition)
      if (definition.guard !== undefined) guardOutcomes.push(outcome(definition, isTaken))
      if (isTaken) break
    }
    return guardOutcomes
  })
}

function alternativesOf({ transitions, always = [] }: AnyStateNode, eventType: string): AnyTransitionDefinition[] {
  return eventType === '' ? always : (transitions.get(eventType) ?? [])
}

function ancestry(node: AnyStateNode): AnyStateNode[] {
  return node.parent === undefined ? [node] : [node, ...ancestry(node.parent)]
}

function outcome(definition: AnyTransitionDefinition, held: boolean): string {
  return `${keyOf(definition)} | ${held}`
}
