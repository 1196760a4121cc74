import type { AnyStateMachine } from 'xstate'
import { createMachine, not } from 'xstate'
import { asList } from '#tests/model-runner/paths/derived-machine.ts'
import { nodesOf } from '#tests/model-runner/paths/microsteps.ts'

/** A mutant of a machine. Its name depends only on its place in the machine. */
export type Mutant = { name: string; machine: AnyStateMachine }

type Alternative = { target?: string; guard?: unknown; actions?: unknown; [key: string]: unknown }
type Node = {
  id?: string
  type?: string
  initial?: string
  tags?: unknown
  entry?: unknown
  exit?: unknown
  on?: Record<string, unknown>
  after?: Record<string, unknown>
  invoke?: unknown
  states?: Record<string, Node>
  [key: string]: unknown
}
/** A place in the config and its replacements. */
type Replacement = { name: string; path: readonly (string | number)[]; value: unknown }

/** All machines that differ from this one in one place. */
export function mutantsOf(machine: AnyStateMachine): Mutant[] {
  const config = machine.config as unknown as Node
  const context: Whole = {
    effects: Object.entries(machine.implementations.actions as Record<string, object>).flatMap(([name, action]) =>
      'resolve' in action ? [] : name,
    ),
    events: [...new Set(nodesOf(machine.root).flatMap(({ transitions }) => [...transitions.keys()]))].filter(
      (event) => !event.startsWith('xstate.'),
    ),
    tags: [...new Set(nodesOf(machine.root).flatMap(({ tags }) => tags))],
  }
  const replacements = replacementsIn(config, { id: machine.id, path: [], siblings: [], handled: [], ...context })
  return [
    ...replacements.map(({ name, path, value }) => ({
      name,
      machine: createMachine(changed(config, path, value) as never, machine.implementations as never),
    })),
    ...delaysOf(machine),
  ]
}

/** What the whole machine has: actions with an effect outside of it, events from outside, tags. */
type Whole = { effects: readonly string[]; events: readonly string[]; tags: readonly string[] }
type Place = Whole & {
  id: string
  path: readonly (string | number)[]
  siblings: readonly string[]
  /** Events that an ancestor handles. */
  handled: readonly string[]
}

function replacementsIn(node: Node, place: Place): Replacement[] {
  const { id, path, siblings, tags, handled } = place
  const children = Object.keys(node.states ?? {})
  const inside = { ...place, siblings: siblings.length > 0 ? siblings : children.map((key) => `.${key}`) }
  const known = [...handled, ...Object.keys(node.on ?? {})]
  return [
    ...actionReplacements(node.entry, { ...place, name: `${id}: entry`, path: [...path, 'entry'] }),
    ...actionReplacements(node.exit, { ...place, name: `${id}: exit`, path: [...path, 'exit'] }),
    ...(node.tags === undefined ? [] : [{ name: `${id}: no tags`, path: [...path, 'tags'], value: undefined }]),
    ...(path.length === 0 ? [] : tags)
      .filter((tag) => !asList(node.tags).includes(tag))
      .map((tag) => ({ name: `${id}: tagged ${tag}`, path: [...path, 'tags'], value: [...asList(node.tags), tag] })),
    ...(node.type === 'final' ? [{ name: `${id}: not final`, path: [...path, 'type'], value: undefined }] : []),
    ...(node.initial === undefined
      ? []
      : children
          .filter((key) => key !== node.initial)
          .map((key) => ({ name: `${id}: begins in ${key}`, path: [...path, 'initial'], value: key }))),
    ...(node.type === 'final' || path.length === 0 ? [] : spuriousTransitions(node, { ...inside, handled: known })),
    ...handlerMapReplacements(node.on, { ...inside, path: [...path, 'on'] }),
    ...handlerMapReplacements(node.after, { ...inside, path: [...path, 'after'] }),
    ...['always', 'onDone'].flatMap((by) =>
      node[by] === undefined ? [] : handlerReplacements(node[by], { ...inside, path: [...path, by] }, `${id} ${by}`),
    ),
    ...invokeReplacements(node.invoke, { ...inside, path: [...path, 'invoke'] }),
    ...children.flatMap((key) =>
      replacementsIn(node.states?.[key] as Node, {
        ...place,
        // A tag of an ancestor holds here already.
        tags: tags.filter((tag) => !asList(node.tags).includes(tag)),
        handled: known,
        id: node.states?.[key]?.id ?? `${id}.${key}`,
        path: [...path, 'states', key],
        siblings: children.filter((other) => other !== key),
      }),
    ),
  ]
}

/** An event that the state does not handle leads to one of its siblings, each time to the next one. */
function spuriousTransitions({ on }: Node, { id, path, siblings, events, handled }: Place): Replacement[] {
  return events
    .filter((event) => !handled.includes(event))
    .flatMap((event, index) => {
      const target = siblings[index % siblings.length]
      if (target === undefined) return []
      return [
        { name: `${id} on ${event}: leads to ${target}`, path: [...path, 'on'], value: { ...on, [event]: target } },
      ]
    })
}

function handlerMapReplacements(handlers: Record<string, unknown> = {}, place: Place): Replacement[] {
  return Object.entries(handlers).flatMap(([event, handler]) =>
    handlerReplacements(handler, { ...place, path: [...place.path, event] }, `${place.id} on ${event}`),
  )
}

function invokeReplacements(invoke: unknown, place: Place): Replacement[] {
  return asList(invoke as Record<string, unknown>[]).flatMap((one, index) => {
    const path = Array.isArray(invoke) ? [...place.path, index] : place.path
    const name = `${place.id}: ${one.id}`
    return [
      {
        name: `${name} never begins`,
        path: place.path,
        value: Array.isArray(invoke) ? invoke.toSpliced(index, 1) : undefined,
      },
      ...(one.input === undefined
        ? []
        : [
            { name: `${name} is given nothing`, path: [...path, 'input'], value: undefined },
            { name: `${name} is given other values`, path: [...path, 'input'], value: otherValues(one.input) },
          ]),
      ...(one.onDone === undefined || one.onError === undefined
        ? []
        : [{ name: `${name}: outcomes swapped`, path, value: { ...one, onDone: one.onError, onError: one.onDone } }]),
      ...['onDone', 'onError'].flatMap((outcome) =>
        one[outcome] === undefined
          ? []
          : handlerReplacements(one[outcome], { ...place, path: [...path, outcome] }, `${name} ${outcome}`),
      ),
    ]
  })
}

function handlerReplacements(handler: unknown, place: Place, name: string): Replacement[] {
  const { path, siblings, effects } = place
  const list = alternativesOf(handler)
  const as = (alternatives: readonly Alternative[]) => ({
    path,
    value: alternatives.length === 0 ? undefined : alternatives,
  })
  const swapped =
    list.length > 1
      ? [{ name: `${name}: first two swapped`, ...as([list[1], list[0], ...list.slice(2)] as Alternative[]) }]
      : []
  return [
    ...swapped,
    ...list.flatMap((alternative, index) => {
      const which = list.length > 1 ? `${name} #${index + 1}` : name
      const instead = (change: Alternative) => as(list.with(index, { ...alternative, ...change }))
      const { target, guard } = alternative
      const elsewhere =
        target === undefined ? [] : [...siblings, ...selfOf(place)].filter((sibling) => !isTarget(target, sibling))
      return [
        { name: `${which}: dropped`, ...as(list.toSpliced(index, 1)) },
        ...elsewhere.map((other) => ({ name: `${which}: leads to ${other}`, ...instead({ target: other }) })),
        ...(target === undefined || alternative.actions === undefined
          ? []
          : [{ name: `${which}: leads nowhere`, ...instead({ target: undefined } as never) }]),
        ...(guard === undefined
          ? []
          : [
              { name: `${which}: guard dropped`, ...instead({ guard: undefined }) },
              { name: `${which}: guard negated`, ...instead({ guard: not(guard as never) }) },
              { name: `${which}: guard never holds`, ...instead({ guard: () => false }) },
              ...(hasParams(guard)
                ? [{ name: `${which}: guard is handed nothing`, ...instead({ guard: { ...guard, params: {} } }) }]
                : []),
            ]),
        ...asList(alternative.actions).map((action, at, actions) => ({
          name: `${which}: without ${nameOf(action)}`,
          ...instead({ actions: actions.toSpliced(at, 1) }),
        })),
        ...asList(alternative.actions).flatMap((action, at, actions) =>
          hasParams(action)
            ? [
                {
                  name: `${which}: ${nameOf(action)} is handed nothing`,
                  ...instead({ actions: actions.with(at, { type: nameOf(action), params: {} }) }),
                },
                {
                  name: `${which}: ${nameOf(action)} is handed other values`,
                  ...instead({ actions: actions.with(at, { ...action, params: otherValues(action.params) }) }),
                },
              ]
            : [],
        ),
        ...asList(alternative.actions).flatMap((action, at, actions) =>
          effects.includes(nameOf(action))
            ? [{ name: `${which}: ${nameOf(action)} twice`, ...instead({ actions: actions.toSpliced(at, 0, action) }) }]
            : [],
        ),
      ]
    }),
  ]
}

function actionReplacements(
  actions: unknown,
  { name, path, effects }: { name: string; path: (string | number)[] } & Pick<Whole, 'effects'>,
): Replacement[] {
  return asList(actions).flatMap((action, index, all) => [
    { name: `${name} without ${nameOf(action)}`, path, value: all.toSpliced(index, 1) },
    ...(effects.includes(nameOf(action))
      ? [{ name: `${name}: ${nameOf(action)} twice`, path, value: all.toSpliced(index, 0, action) }]
      : []),
    ...(hasParams(action)
      ? [
          {
            name: `${name}: ${nameOf(action)} is handed other values`,
            path,
            value: all.with(index, { ...action, params: otherValues(action.params) }),
          },
        ]
      : []),
  ])
}

/** The same params or input with every value replaced by another one. */
function otherValues(given: unknown): unknown {
  return typeof given === 'function' ? (args: unknown) => replaced(given(args)) : replaced(given)
}

function replaced(value: unknown): unknown {
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number') return value + 1
  if (typeof value === 'string' || value === null) return `${value}-other`
  if (Array.isArray(value)) return value.map(replaced)
  if (typeof value !== 'object') return value
  const entries = Object.entries(value).map(([key, one]) => [key, replaced(one)])
  return entries.length === 0 ? { other: 'other' } : Object.fromEntries(entries)
}

/** The state of a handler as a target; none for the root. */
function selfOf({ id, siblings }: Place): string[] {
  return siblings.some((sibling) => sibling.startsWith('.')) ? [] : [id.split('.').at(-1) ?? id]
}

/** A delay is halved and doubled. */
function delaysOf(machine: AnyStateMachine): Mutant[] {
  const { delays } = machine.implementations as { delays: Record<string, number> }
  return Object.entries(delays).flatMap(([name, delay]) =>
    [delay / 2, delay * 2].map((other) => ({
      name: `the delay ${name} is ${other}`,
      machine: createMachine(
        machine.config as never,
        { ...machine.implementations, delays: { ...delays, [name]: other } } as never,
      ),
    })),
  )
}

function alternativesOf(handler: unknown): Alternative[] {
  return asList(handler).map((one) => (typeof one === 'string' ? { target: one } : (one as Alternative)))
}

function hasParams(action: unknown): action is { params: unknown } {
  return typeof action === 'object' && action !== null && 'params' in action
}

function nameOf(action: unknown): string {
  if (typeof action === 'string') return action
  return (action as { type?: string }).type ?? 'an action'
}

function isTarget(target: string | undefined, sibling: string): boolean {
  return target === sibling || target === `.${sibling}` || `.${target}` === sibling
}

/** A copy of the config with one place changed or removed. Removed, not `undefined`: in XState `undefined` forbids the event. */
function changed(value: unknown, [key, ...rest]: readonly (string | number)[], to: unknown): unknown {
  if (key === undefined) return to
  if (Array.isArray(value)) return value.with(key as number, changed(value[key as number], rest, to))
  const { [key]: present, ...others } = value as Record<string, unknown>
  if (rest.length === 0 && to === undefined) return others
  return { ...others, [key]: changed(present, rest, to) }
}
