import type { Level } from '#tests/model-runner/model.ts'
import { statesIn } from './coverage.ts'
import type { Path, Step } from './replay.ts'

/** Runs one part of a path: `step` counts from 1, 0 is the start; the last part has no event. */
export type PlayPart = (part: { step: number; event: Step | null }, run: () => Promise<void>) => Promise<void>

/**
 * Plays a path on a stage of its own, step by step, and throws at the first difference. A stage whose path failed stays
 * open, so that it can still be seen; `failed` gets it.
 */
export async function playPath<Stage>(
  path: Path,
  level: Level<Stage>,
  {
    part = (_, run) => run(),
    failed = (stage) => level.close(stage),
  }: { part?: PlayPart; failed?: (stage: Stage) => Promise<void> } = {},
): Promise<void> {
  let stage: Stage | null = null
  try {
    await part({ step: 0, event: null }, async () => {
      stage = await level.open()
      await assertStates(stage, level, path.start)
    })
    const opened = stage as unknown as Stage
    for (const [index, event] of path.steps.entries())
      await part({ step: index + 1, event }, async () => {
        await level.events[event.event.type]?.(opened, event)
        await level.afterStep?.(opened, event)
        await assertStates(opened, level, event.after)
      })
    if (level.finish !== undefined)
      await part({ step: path.steps.length, event: null }, async () =>
        level.finish?.(opened, path.steps.at(-1)?.after ?? path.start),
      )
  } catch (error) {
    if (stage !== null) await failed(stage)
    throw error
  }
  await level.close(stage as unknown as Stage)
}

/** Runs the assertions of every state of the snapshot. */
async function assertStates<Stage>(stage: Stage, level: Level<Stage>, snapshot: Step['after']): Promise<void> {
  for (const state of statesIn(snapshot)) await level.states[state]?.(stage, snapshot)
}
