import { type TestInfo, test } from 'playwright/test'
import type { RunnerConfig } from '#tests/model-runner/config.ts'
import { drawMachine } from '#tests/model-runner/drawing/drawn-machine.ts'
import { litBy, svgOf } from '#tests/model-runner/drawing/svg.ts'
import { type Level, type Model, titleOf } from '#tests/model-runner/model.ts'
import { plan } from '#tests/model-runner/paths/plan.ts'
import { playPath } from '#tests/model-runner/paths/play-path.ts'
import type { Path } from '#tests/model-runner/paths/replay.ts'
import { sayIn, testerLanguage } from '#tests/model-runner/words.ts'

const words = {
  ru: { start: 'начало', end: 'проверка страницы' },
  en: { start: 'start', end: 'inspection of the page' },
}[testerLanguage]

type Played<Stage> = { model: Model; path: Path; level: Level<Stage>; texts: RunnerConfig['texts'] }

/**
 * Plays a path as the body of a test: each event is a step in the tester's language. A failure attaches what the page
 * showed, and the machine with the path up to the failed step.
 */
export async function playAsTest<Stage>(info: TestInfo, { model, path, level, texts }: Played<Stage>): Promise<void> {
  const say = sayIn(texts, testerLanguage)
  let reached = 0
  await playPath(path, level, {
    part: ({ step, event }, run) => {
      reached = step
      const title = event === null ? words[step === 0 ? 'start' : 'end'] : say(titleOf(model, event))
      return test.step(title, run)
    },
    // The page stays as it is for the screenshot and the trace; the worker ends with a failed test.
    failed: async (stage) => {
      const shown = await level.describe?.(stage).catch((error: Error) => error.message)
      if (shown !== undefined) await info.attach('page.txt', { body: shown, contentType: 'text/plain' })
      await attachDrawings(info, { model, path, texts }, reached)
    },
  })
}

/** The drawings of the machine on which a transition of the path is lit; for a path without one, those of its state. */
async function attachDrawings(
  info: TestInfo,
  { model, path, texts }: Omit<Played<unknown>, 'level'>,
  reached: number,
): Promise<void> {
  const machine = await drawMachine(plan(model), texts, testerLanguage)
  const lit = litBy(path, reached)
  const drawn = machine.drawings.map((drawing) => svgOf(drawing, machine, lit))
  const onPath = [/class="arrow lit"/, /class="box [a-z]+ lit"/].map((part) => drawn.filter((svg) => part.test(svg)))
  for (const [index, body] of (onPath.find((some) => some.length > 0) ?? drawn).entries())
    await info.attach(`machine-${index + 1}.svg`, { body, contentType: 'image/svg+xml' })
}
