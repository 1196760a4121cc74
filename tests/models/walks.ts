import { isDeepStrictEqual } from 'node:util'
import { type AnyEventObject, type AnyMachineSnapshot, getNextTransitions, transition } from 'xstate'
import type { MachineLevel } from './machine-level.ts'
import { eventsOf, type Model } from './model.ts'
import { beginningOf, playEvents } from './moments.ts'
import { replay } from './replay.ts'
import { brokenRule } from './rule.ts'

/** Events in the order in which they come; kept, a walk that failed is played again for ever. */
export type Walk = readonly AnyEventObject[]
export type Fall = { walk: Walk; step: number; why: string }

const longest = 40

/** A walk through whatever the model holds possible; the same number gives the same walk. */
export function walkOf(model: Model, seed: number): Walk {
  const random = randomFrom(seed)
  const walk: AnyEventObject[] = []
  let place: AnyMachineSnapshot = beginningOf(model)
  while (walk.length < longest && place.status === 'active' && !model.endsAt?.(place)) {
    const heard = new Set(getNextTransitions(place).map(({ eventType }) => eventType))
    const possible = eventsOf(model, place).filter(({ type }) => heard.has(type))
    const event = possible[Math.floor(random() * possible.length)]
    if (event === undefined) break
    walk.push(event)
    place = transition(model.machine, place, event)[0]
  }
  return walk
}

/** Plays a walk on the machine as it runs: it does what its config says, and breaks no rule. */
export async function fallOf(model: Model, level: MachineLevel, walk: Walk): Promise<Fall | null> {
  const { steps } = replay(model.machine, model.input, walk)
  const { moments } = await playEvents(model, level, walk)
  const broken = brokenRule(model, moments)
  const strayed = moments.findIndex(({ after, wishes }, index) => {
    const step = steps[index]
    return !isDeepStrictEqual(
      [after.value, after.context, wishes],
      [step?.after.value, step?.after.context, step?.wishes],
    )
  })
  if (strayed !== -1 && (broken === null || strayed + 1 < broken.step))
    return { walk, step: strayed + 1, why: 'машина сделала не то, что в ней написано' }
  return broken && { walk, step: broken.step, why: `${broken.rule.says} (${broken.rule.source})` }
}

/** The shortest walk that is found by leaving events out and falls for the same reason. */
export async function shrink(model: Model, level: MachineLevel, fall: Fall): Promise<Fall> {
  let shortest: Fall = { ...fall, walk: fall.walk.slice(0, fall.step) }
  for (let index = shortest.walk.length - 1; index >= 0; index -= 1) {
    const shorter = await fallOf(model, level, shortest.walk.toSpliced(index, 1)).catch(() => null)
    if (shorter?.why === fall.why) shortest = { ...shorter, walk: shorter.walk.slice(0, shorter.step) }
  }
  return shortest
}

/** Mulberry32: small, and the same on every machine. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
