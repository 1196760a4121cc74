import type { AnyMachineSnapshot, AnyStateNode, AnyTransitionDefinition, InspectedMicrostepEvent } from 'xstate'

/** One of the steps that a machine takes before it rests: by the event, then by what it has set off itself. */
export type Microstep = InspectedMicrostepEvent & { snapshot: AnyMachineSnapshot }

const initial = 'xstate.init'

/** Names a transition of a machine: its source, its event, and which of that event's alternatives it is. */
export function keyOf(definition: AnyTransitionDefinition): string {
  const { source, eventType } = definition
  const place = alternativesOf(source, eventType).indexOf(definition)
  if (place === -1) throw new Error(`${source.id} does not know a transition on ${eventType}`)
  return `${source.id} | ${eventType || 'always'} | ${place + 1}`
}

/** A state with all that lie in it, in the machine's order. */
export function nodesOf(node: AnyStateNode): AnyStateNode[] {
  return [node, ...Object.values(node.states).flatMap(nodesOf)]
}

/** The transitions of a state in the machine's order, those without an event too. */
export function transitionsIn({ transitions, always = [] }: AnyStateNode): AnyTransitionDefinition[] {
  return [...[...transitions.values()].flat(), ...always]
}

export function innermostOf({ _nodes }: AnyMachineSnapshot): AnyStateNode[] {
  return (_nodes as AnyStateNode[]).filter(({ type }) => type === 'atomic' || type === 'final')
}

export function outcomesOf(definition: AnyTransitionDefinition): string[] {
  return definition.guard === undefined ? [] : [outcome(definition, true), outcome(definition, false)]
}

/** What came of each guard that was asked on the way; `before` is null at the beginning. */
export function judgedIn(before: AnyMachineSnapshot | null, microsteps: readonly Microstep[]): string[] {
  return microsteps.flatMap(({ event, snapshot, _transitions }, index) => {
    const earlier = microsteps[index - 1]?.snapshot ?? before
    const isEventless = _transitions.some(({ eventType }) => eventType === '')
    const next = microsteps[index + 1]?._transitions.filter(({ eventType }) => eventType === '') ?? []
    return [
      ...(earlier === null || isEventless || event.type === initial ? [] : judgedAt(earlier, event.type, _transitions)),
      // Wherever it comes to, a machine first looks for a transition that needs no event.
      ...(snapshot.status === 'active' ? judgedAt(snapshot, '', next) : []),
    ]
  })
}

/** From the innermost state outwards the first alternative whose guard holds is taken, and none behind it is asked. */
function judgedAt(
  snapshot: AnyMachineSnapshot,
  eventType: string,
  taken: readonly AnyTransitionDefinition[],
): string[] {
  return innermostOf(snapshot).flatMap((node) => {
    const judged: string[] = []
    for (const definition of ancestry(node).flatMap((one) => alternativesOf(one, eventType))) {
      const isTaken = taken.includes(definition)
      if (definition.guard !== undefined) judged.push(outcome(definition, isTaken))
      if (isTaken) break
    }
    return judged
  })
}

function alternativesOf({ transitions, always = [] }: AnyStateNode, eventType: string): AnyTransitionDefinition[] {
  return eventType === '' ? always : (transitions.get(eventType) ?? [])
}

function ancestry(node: AnyStateNode): AnyStateNode[] {
  return node.parent === undefined ? [node] : [node, ...ancestry(node.parent)]
}

function outcome(definition: AnyTransitionDefinition, held: boolean): string {
  return `${keyOf(definition)} | ${held ? 'да' : 'нет'}`
}
