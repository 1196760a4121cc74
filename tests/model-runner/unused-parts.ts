import type { AnyStateMachine, AnyStateNode } from 'xstate'
import { asList } from './paths/derived-machine.ts'
import { nodesOf, transitionsIn } from './paths/microsteps.ts'

type Named = Record<string, unknown>
type Kind = 'action' | 'guard' | 'actor' | 'delay'

/** Actions, guards, actors and delays of `setup` that no state uses. */
export function unusedIn(machine: AnyStateMachine): { kind: Kind; name: string }[] {
  const { actions, guards, actors, delays } = machine.implementations as unknown as Record<string, Named>
  const nodes = nodesOf(machine.root)
  const transitions = nodes.flatMap(transitionsIn)
  const done = nodes
    .flatMap(({ entry, exit }) => [...entry, ...exit])
    .concat(transitions.flatMap((one) => one.actions as never))
  const used = {
    action: done.flatMap(namesIn),
    guard: transitions.flatMap(({ guard }) => namesIn(guard)),
    actor: nodes.flatMap(({ invoke }) => invoke.map(({ src }) => String(src))),
    delay: [
      ...nodes.flatMap(delaysIn),
      ...done.flatMap((action) => String((action as { delay?: unknown }).delay ?? '')),
    ],
  }
  const named = { action: actions, guard: guards, actor: actors, delay: delays }
  return (Object.keys(named) as Kind[]).flatMap((kind) =>
    Object.keys(named[kind] ?? {})
      .filter((name) => !used[kind].includes(name))
      .map((name) => ({ kind, name })),
  )
}

/** A name alone, one with parameters, or those of several guards put together. */
function namesIn(one: unknown): string[] {
  if (typeof one === 'string') return [one]
  const { type, guards } = (one ?? {}) as { type?: string; guards?: unknown }
  return [...(type === undefined ? [] : [type]), ...asList(guards as unknown[]).flatMap(namesIn)]
}

function delaysIn({ after }: AnyStateNode): string[] {
  return after.map(({ delay }) => String(delay))
}
