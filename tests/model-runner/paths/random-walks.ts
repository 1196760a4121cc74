import { isDeepStrictEqual } from 'node:util'
import { type AnyEventObject, type AnyMachineSnapshot, transition } from 'xstate'
import { createRandom } from '#server/demo/random.ts'
import type { MachineLevel } from '#tests/model-runner/machine-level.ts'
import { eventsOf, type Level, type Model, nameOf } from '#tests/model-runner/model.ts'
import { beginningOf, playEvents } from '#tests/model-runner/moments.ts'
import { brokenRule } from '#tests/model-runner/rule.ts'
import { isHeard } from './generate-paths.ts'
import { playPath } from './play-paths.ts'
import { replay } from './replay.ts'

/** Events in order. A saved walk is replayed by every test run. */
export type Walk = readonly AnyEventObject[]
export type Fall = { walk: Walk; step: number; why: string }

const longest = 40

/** A random walk through the events that the model allows; the same seed gives the same walk. */
export function walkOf(model: Model, seed: number): Walk {
  const random = createRandom(`${nameOf(model)}/${seed}`)
  const walk: AnyEventObject[] = []
  let place: AnyMachineSnapshot = beginningOf(model)
  while (walk.length < longest && place.status === 'active' && !model.endsAt?.(place)) {
    const possible = eventsOf(model, place).filter(isHeard(place))
    if (possible.length === 0) break
    const event = random.pick(possible)
    walk.push(event)
    place = transition(model.machine, place, event)[0]
  }
  return walk
}

/** Plays a walk on the running machine: it must do what its config says and break no rule. */
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

/** Plays a walk on the machine or in the browser, and returns its failure or null. */
export type Trial = (walk: Walk) => Promise<Fall | null>

/** Plays the walk as a path in the browser. */
export async function fallInBrowser<Stage>(model: Model, level: Level<Stage>, walk: Walk): Promise<Fall | null> {
  const { failure } = await playPath(replay(model.machine, model.input, walk), level)
  return failure && { walk, step: failure.step, why: failure.message }
}

/** Shrinks a failed walk: removes events as long as the first line of the failure stays the same. */
export async function shrink(fallsHow: Trial, fall: Fall): Promise<Fall> {
  const reasonOf = ({ why }: Fall) => why.split('\n')[0]
  let shortest: Fall = { ...fall, walk: fall.walk.slice(0, fall.step) }
  for (let index = shortest.walk.length - 1; index >= 0; index -= 1) {
    const shorter = await fallsHow(shortest.walk.toSpliced(index, 1)).catch(() => null)
    if (shorter !== null && reasonOf(shorter) === reasonOf(fall))
      shortest = { ...shorter, walk: shorter.walk.slice(0, shorter.step) }
  }
  return shortest
}
