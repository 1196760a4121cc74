import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type AnyEventObject, type AnyMachineSnapshot, transition } from 'xstate'
import type { MachineLevel } from '#tests/model-runner/machine-level.ts'
import { eventsOf, initialSnapshotOf, type Level, type Model, nameOf } from '#tests/model-runner/model.ts'
import { playEvents } from '#tests/model-runner/observations.ts'
import { brokenRule } from '#tests/model-runner/rule.ts'
import { handles } from './generate-paths.ts'
import { playPath } from './play-path.ts'
import { replay } from './replay.ts'

/** Events in order. */
export type Walk = readonly AnyEventObject[]
export type WalkFailure = { walk: Walk; step: number; why: string }

const maxSteps = 40

/** A random walk through the events that the model allows; the same seed gives the same walk. */
export function walkOf(model: Model, seed: number): Walk {
  const walk: AnyEventObject[] = []
  let snapshot: AnyMachineSnapshot = initialSnapshotOf(model)
  while (walk.length < maxSteps && snapshot.status === 'active' && !model.endsAt?.(snapshot)) {
    const possible = eventsOf(model, snapshot).filter(handles(snapshot))
    if (possible.length === 0) break
    const event = possible[draw(`${nameOf(model)}/${seed}/${walk.length}`, possible.length)] as AnyEventObject
    walk.push(event)
    snapshot = transition(model.machine, snapshot, event)[0]
  }
  return walk
}

/** A pseudorandom integer below `count` that depends only on the seed. */
function draw(seed: string, count: number): number {
  return createHash('sha256').update(seed).digest().readUInt32BE() % count
}

/** Plays a walk on the running machine: it must do what its config says and break no rule. */
export async function walkFailureOf(model: Model, level: MachineLevel, walk: Walk): Promise<WalkFailure | null> {
  const { steps } = replay(model.machine, model.input, walk)
  const played = await playEvents(model, level, walk)
  const { observations } = played
  const broken = brokenRule(model, played)
  const strayed = observations.findIndex(({ after, effects }, index) => {
    const step = steps[index]
    return !isDeepStrictEqual(
      [after.value, after.context, effects],
      [step?.after.value, step?.after.context, step?.effects],
    )
  })
  if (strayed !== -1 && (broken === null || strayed + 1 < broken.step))
    return { walk, step: strayed + 1, why: 'the machine differs from its definition' }
  return broken && { walk, step: broken.step, why: `${broken.rule.title} (${broken.rule.source})` }
}

/** Plays a walk on the machine or in the browser, and returns its failure or null. */
export type FindFailure = (walk: Walk) => Promise<WalkFailure | null>

/** Plays the walk as a path on another level. */
export async function walkFailureOn<Stage>(model: Model, level: Level<Stage>, walk: Walk): Promise<WalkFailure | null> {
  let reached = 0
  try {
    await playPath(replay(model.machine, model.input, walk), level, {
      part: ({ step }, run) => {
        reached = step
        return run()
      },
    })
    return null
  } catch (error) {
    return { walk, step: reached, why: error instanceof Error ? error.message : String(error) }
  }
}

/** Whether each event can happen where the walk has it. */
function isPossible(model: Model, walk: Walk): boolean {
  let snapshot: AnyMachineSnapshot = initialSnapshotOf(model)
  return walk.every((event) => {
    const isHandled = handles(snapshot)(event)
    snapshot = transition(model.machine, snapshot, event)[0]
    return isHandled
  })
}

/**
 * Shrinks a failed walk: removes pairs of events, such as there and back, and single ones as long as it is possible and the
 * first line of the failure stays the same.
 */
export async function shrink(model: Model, findFailure: FindFailure, failure: WalkFailure): Promise<WalkFailure> {
  const reasonOf = ({ why }: WalkFailure) => why.split('\n')[0]
  let shortest: WalkFailure = { ...failure, walk: failure.walk.slice(0, failure.step) }
  for (const count of [2, 1])
    for (let index = shortest.walk.length - count; index >= 0; index -= 1) {
      const candidate = shortest.walk.toSpliced(index, count)
      const shorter = isPossible(model, candidate) ? await findFailure(candidate).catch(() => null) : null
      if (shorter !== null && reasonOf(shorter) === reasonOf(failure))
        shortest = { ...shorter, walk: shorter.walk.slice(0, shorter.step) }
    }
  return shortest
}
