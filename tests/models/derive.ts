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
  after?: Record<string, Transitions>
  invoke?: Invoke | Invoke[]
  states?: Record<string, Node>
  [key: string]: unknown
}

/**
 * The machine that paths are generated from: the product machine's own config, in which replies of actors and clocks
 * are ordinary events, because `createTestModel` refuses `invoke`, `after` and delayed actions.
 * Guards, their params and `assign` stay; what reaches the world is left out (`replay.ts` reads it from the product).
 */
export function derive(machine: AnyStateMachine, input?: unknown): AnyStateMachine {
  const config = machine.config as unknown as Node
  const { actions, guards } = machine.implementations
  const pure = pureActions(actions as Record<string, unknown>)
  const root = { ...deriveNode(config, [machine.id], pure), context: contextFor(config.context, input) }
  return createMachine(root as never, { actions: pure.kept, guards } as never)
}

/** Ids of the actors that a machine invokes, with what may come from each. */
export function repliesOf(machine: AnyStateMachine): string[] {
  const inNode = ({ invoke, states = {} }: Node): string[] => [
    ...asList(invoke).flatMap(({ id }) => [`xstate.done.actor.${id}`, `xstate.error.actor.${id}`]),
    ...Object.values(states).flatMap(inNode),
  ]
  return inNode(machine.config as unknown as Node)
}

type PureActions = { kept: Record<string, unknown>; only: (actions: unknown) => Action[] }

function deriveNode({ invoke, after, ...node }: Node, path: string[], pure: PureActions): Node {
  const id = node.id ?? path.join('.')
  if (node.always !== undefined) throw new Error(`${id}: transitions without an event are not counted yet`)
  const purely = (transitions: Transitions) =>
    asList(transitions).map((one) =>
      typeof one === 'string' ? { target: one } : { ...one, actions: pure.only(one.actions) },
    )
  const states = Object.entries(node.states ?? {}).map(([key, child]) => [key, deriveNode(child, [...path, key], pure)])
  return {
    ...node,
    entry: pure.only(node.entry),
    exit: pure.only(node.exit),
    on: mapValues({ ...node.on, ...replies(invoke, id), ...clocks(after, id) }, purely),
    ...(states.length === 0 ? {} : { states: Object.fromEntries(states) }),
  }
}

function replies(invoke: Node['invoke'], node: string): Record<string, Transitions> {
  const handled: Record<string, Transitions> = {}
  for (const { id, onDone, onError, onSnapshot } of asList(invoke)) {
    if (id === undefined) throw new Error(`An actor of ${node} has no id: its replies cannot be named`)
    if (onSnapshot !== undefined) throw new Error(`${id}: replies by onSnapshot are not derived yet`)
    if (onDone !== undefined) handled[`xstate.done.actor.${id}`] = onDone
    if (onError !== undefined) handled[`xstate.error.actor.${id}`] = onError
  }
  return handled
}

function clocks(after: Node['after'] = {}, node: string): Record<string, Transitions> {
  return Object.fromEntries(Object.entries(after).map(([delay, then]) => [`xstate.after.${delay}.${node}`, then]))
}

const startsClock = new Set(['xstate.raise', 'xstate.sendTo', 'xstate.cancel'])
const changesNothing = new Set(['xstate.log', 'xstate.emit'])

function pureActions(named: Record<string, unknown>): PureActions {
  const kept = Object.fromEntries(Object.entries(named).filter(([, action]) => isPure(action)))
  return {
    kept,
    only: (actions) => asList(actions).filter((action) => isPure(implementationOf(action))),
  }

  function implementationOf(action: unknown): unknown {
    if (typeof action === 'string') return named[action]
    return typeof action === 'function' ? action : named[(action as { type: string }).type]
  }
}

/** Whether an action only changes the context; one that reaches the world, or starts a clock, is left out. */
function isPure(action: unknown): boolean {
  const { type, resolve, delay } = (action ?? {}) as { type?: string; resolve?: unknown; delay?: unknown }
  if (typeof action === 'function' && resolve === undefined) return false
  if (type === 'xstate.assign') return true
  if (type === 'xstate.raise' && delay === undefined) return true
  if (startsClock.has(type ?? '') || changesNothing.has(type ?? '')) return false
  throw new Error(`An action of kind ${type} cannot be derived: say it with assign, or teach derive.ts`)
}

function contextFor(context: unknown, input: unknown): unknown {
  return typeof context === 'function' ? (args: object) => context({ ...args, input }) : context
}

function asList<Value>(value: Value | Value[] | undefined): Value[] {
  if (value === undefined) return []
  return Array.isArray(value) ? value : [value]
}

function mapValues<Value, Mapped>(
  record: Record<string, Value>,
  map: (value: Value) => Mapped,
): Record<string, Mapped> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))
}
