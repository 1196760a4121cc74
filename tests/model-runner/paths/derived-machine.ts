import { type AnyStateMachine, createMachine } from 'xstate'

type Action = unknown
type Transition = string | { target?: string; actions?: Action | Action[]; [key: string]: unknown }
type Transitions = Transition | Transition[] | undefined
type Invoke = { id?: string; onDone?: Transitions; onError?: Transitions; onSnapshot?: Transitions }
type Node = {
  id?: string
  entry?: Action | Action[]
  exit?: Action | Action[]
  on?: Record<string, Transitions>
  always?: Transitions
  onDone?: Transitions
  after?: Record<string, Transitions>
  invoke?: Invoke | Invoke[]
  states?: Record<string, Node>
  [key: string]: unknown
}

/**
 * The machine that paths are generated from: the config of the product machine, in which results of actors and timers
 * are ordinary events, because `createTestModel` refuses `invoke`, `after` and delayed actions.
 * Guards, their params and `assign` stay. Side effects are removed (`replay.ts` reads them from the product machine).
 */
export function derive(machine: AnyStateMachine, input?: unknown): AnyStateMachine {
  const config = machine.config as unknown as Node
  const { actions, guards } = machine.implementations
  const pure = pureActions(actions as Record<string, unknown>)
  const root = { ...deriveNode(config, [machine.id], pure), context: contextFor(config.context, input) }
  return createMachine(root as never, { actions: pure.contextActions, guards } as never)
}

/**
 * Whether a machine has automatic transitions: an eventless transition, an event raised without delay,
 * the end of a compound state, or anything that cannot be derived. `@xstate/test` would skip these.
 */
export function actsByItself(machine: AnyStateMachine): boolean {
  const implementationOf = implementationsIn(machine.implementations.actions as Record<string, unknown>)
  const isBeyond = (action: unknown) => kindOf(implementationOf(action)) === 'more'
  const acts = (transitions: Transitions) =>
    alternatives(transitions).some((one) => typeof one !== 'string' && asList(one.actions).some(isBeyond))
  const inNode = ({ always, onDone, entry, exit, on, after, invoke, states = {} }: Node): boolean =>
    always !== undefined ||
    onDone !== undefined ||
    [...asList(entry), ...asList(exit)].some(isBeyond) ||
    [...Object.values({ ...on, ...after }), ...asList(invoke).flatMap((one) => [one.onDone, one.onError])].some(acts) ||
    Object.values(states).some(inNode)
  return inNode(machine.config as unknown as Node)
}

/** Ids of the invoked actors, with the events that each may send. */
export function repliesOf(machine: AnyStateMachine): string[] {
  const inNode = ({ invoke, states = {} }: Node): string[] => [
    ...asList(invoke).flatMap(({ id }) => {
      if (id === undefined) throw new Error(`An actor of ${machine.id} has no id: its replies cannot be named`)
      return [`xstate.done.actor.${id}`, `xstate.error.actor.${id}`]
    }),
    ...Object.values(states).flatMap(inNode),
  ]
  return inNode(machine.config as unknown as Node)
}

type PureActions = { contextActions: Record<string, unknown>; select: (actions: unknown) => Action[] }

function deriveNode({ invoke, after, ...node }: Node, path: string[], pure: PureActions): Node {
  const id = node.id ?? path.join('.')
  const purely = (transitions: Transitions) =>
    alternatives(transitions).map((one) =>
      typeof one === 'string' ? { target: one } : { ...one, actions: pure.select(one.actions) },
    )
  const states = Object.entries(node.states ?? {}).map(([key, child]) => [key, deriveNode(child, [...path, key], pure)])
  return {
    ...node,
    entry: pure.select(node.entry),
    exit: pure.select(node.exit),
    on: mapValues({ ...node.on, ...replies(invoke), ...timers(after, id) }, purely),
    ...(states.length === 0 ? {} : { states: Object.fromEntries(states) }),
  }
}

function replies(invoke: Node['invoke']): Record<string, Transitions> {
  const handled: Record<string, Transitions> = {}
  for (const { id, onDone, onError, onSnapshot } of asList(invoke)) {
    if (onSnapshot !== undefined) throw new Error(`${id}: replies by onSnapshot are not derived yet`)
    if (onDone !== undefined) handled[`xstate.done.actor.${id}`] = onDone
    if (onError !== undefined) handled[`xstate.error.actor.${id}`] = onError
  }
  return handled
}

function timers(after: Node['after'] = {}, node: string): Record<string, Transitions> {
  return Object.fromEntries(Object.entries(after).map(([delay, then]) => [`xstate.after.${delay}.${node}`, then]))
}

const startsTimer = new Set(['xstate.raise', 'xstate.sendTo', 'xstate.cancel'])
const changesNothing = new Set(['xstate.log', 'xstate.emit'])

function pureActions(named: Record<string, unknown>): PureActions {
  const isPure = (action: unknown) => {
    const kind = kindOf(action)
    if (kind === 'more') throw new Error('What a machine does by itself cannot be derived: xstate/graph takes it')
    return kind === 'context'
  }
  const implementationOf = implementationsIn(named)
  return {
    contextActions: Object.fromEntries(Object.entries(named).filter(([, action]) => isPure(action))),
    select: (actions) => asList(actions).filter((action) => isPure(implementationOf(action))),
  }
}

/** Classifies an action: it only changes the context, it only has a side effect or starts a timer, or it does more. */
function kindOf(action: unknown): 'context' | 'environment' | 'more' {
  const { type = '', resolve, delay } = (action ?? {}) as { type?: string; resolve?: unknown; delay?: unknown }
  if (action === undefined || (typeof action === 'function' && resolve === undefined)) return 'environment'
  if (type === 'xstate.assign') return 'context'
  if (type === 'xstate.raise' && delay === undefined) return 'more'
  return startsTimer.has(type) || changesNothing.has(type) ? 'environment' : 'more'
}

function implementationsIn(named: Record<string, unknown>): (action: unknown) => unknown {
  return (action) => {
    if (typeof action === 'string') return named[action]
    return typeof action === 'function' ? action : named[(action as { type: string }).type]
  }
}

function contextFor(context: unknown, input: unknown): unknown {
  return typeof context === 'function' ? (args: object) => context({ ...args, input }) : context
}

export function asList<Value>(value: Value | readonly Value[] | undefined): Value[] {
  if (value === undefined) return []
  return Array.isArray(value) ? [...value] : [value as Value]
}

function alternatives(transitions: Transitions): Transition[] {
  return asList<Transition>(transitions)
}

function mapValues<Value, Mapped>(
  record: Record<string, Value>,
  map: (value: Value) => Mapped,
): Record<string, Mapped> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))
}
