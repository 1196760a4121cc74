import { isDeepStrictEqual } from 'node:util'
import { type AnyEventObject, type AnyMachineSnapshot, type StateValue, transition } from 'xstate'
import { eventsOf, initialSnapshotOf, type Model, nameOf, titleOf } from '#tests/model-runner/model.ts'
import { statesIn } from './coverage.ts'
import { beginningsOf } from './path-cover.ts'
import type { Plan } from './play-paths.ts'
import type { Walk } from './random-walks.ts'
import { replay } from './replay.ts'

/** An event that a machine got in a running session, and the state after it. */
export type RecordedEvent = { machine: string; actor: string; event: string; state: StateValue }

/** How the model gets to where a machine was. `gap` says where the machine did what the model does not have. */
export type Trace = { machine: string; events: Walk; gap: string | null }
type Planned = { model: Model; plan: Plan }

/**
 * Reads a recording of the development server (`recordedEvents` as JSON), or any text with states of machines, such as
 * a ticket with the fact `session: signedIn.present; ticket: reviewing`. Other machines are left out.
 */
export function tracesIn(text: string, machines: readonly Planned[]): Trace[] {
  const recorded = recordingIn(text)
  if (recorded !== null)
    return [...Map.groupBy(recorded, ({ machine, actor }) => `${machine} ${actor}`).values()].flatMap((events) => {
      const planned = machines.find(({ model }) => model.machine.id === events[0]?.machine)
      return planned === undefined ? [] : traceOf(planned.model, events)
    })
  return [...text.matchAll(/\b(\w+): (\w+(?:\.\w+)*(?:, \w+\.[\w.]+)*)/g)].flatMap(([, name, state = '']) => {
    const planned = machines.find(({ model }) => nameOf(model) === name)
    return planned === undefined ? [] : traceTo(planned, state)
  })
}

function recordingIn(text: string): RecordedEvent[] | null {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) && value.every((one) => typeof one?.event === 'string') ? value : null
  } catch {
    return null
  }
}

/** The shortest way to a state. */
function traceTo({ model, plan }: Planned, state: string): Trace {
  const path = beginningsOf(plan.paths).find(({ start, steps }) => stateOf(steps.at(-1)?.after ?? start) === state)
  const gap = path === undefined ? `no path reaches ${state}` : null
  return { machine: nameOf(model), events: path?.steps.map(({ event }) => event) ?? [], gap }
}

/** Payloads are not recorded, so several walks may fit. */
type Candidate = { events: AnyEventObject[]; current: AnyMachineSnapshot }

/** The events of the model that lead through the recorded states. Their payloads are those of the model. */
function traceOf(model: Model, recorded: readonly RecordedEvent[]): Trace {
  let walks: [Candidate, ...Candidate[]] = [{ events: [], current: initialSnapshotOf(model) }]
  for (const { event: type, state } of recorded) {
    const next = walks.flatMap(({ events, current }) =>
      eventsOf(model, current)
        .filter((event) => event.type === type)
        .map((event) => ({ events: [...events, event], current: transition(model.machine, current, event)[0] }))
        .filter(({ current }) => isDeepStrictEqual(current.value, state)),
    )
    const [{ events, current }] = walks
    // An event that changes nothing needs no case.
    if (next.length === 0 && isDeepStrictEqual(current.value, state) && type in model.events) continue
    if (next.length === 0) {
      const last = replay(model.machine, model.input, events).steps.at(-1)
      const after = last === undefined ? 'at the start' : `after “${titleOf(model, last)}”`
      const gap = `${after}, in ${stateOf(current)}: the model has no ${type} that leads to ${JSON.stringify(state)}`
      return { machine: nameOf(model), events, gap }
    }
    const distinct = new Map(next.map((walk) => [JSON.stringify([walk.current.value, walk.current.context]), walk]))
    walks = [...distinct.values()] as [Candidate]
  }
  return { machine: nameOf(model), events: walks[0].events, gap: null }
}

/** The names of the leaf states of a recorded value. */
export function leavesOf(value: StateValue): string[] {
  if (typeof value === 'string') return [value]
  return Object.entries(value).flatMap(([name, inner]) =>
    inner === undefined ? [] : leavesOf(inner).map((leaf) => (leaf === '' ? name : `${name}.${leaf}`)),
  )
}

function stateOf(snapshot: AnyMachineSnapshot): string {
  return statesIn(snapshot).join(', ')
}
