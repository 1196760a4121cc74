import type { Step } from '#tests/model-runner/paths/replay.ts'
import type { BrowserStage } from './browser-stage.ts'
import { consoleOf, takePageSnapshot } from './page-observer.ts'
import { eventually } from './polling.ts'

/** Problems of the page and its network since the last check. */
export function violationsOf({ page, network }: Pick<BrowserStage, 'page' | 'network'>): string[] {
  return [...network.violations.splice(0), ...consoleOf(page)]
}

/** Throws the problems, the first as the headline. */
export function assertNoViolations(stage: Pick<BrowserStage, 'page' | 'network'>): void {
  const violations = violationsOf(stage)
  if (violations.length > 0) throw new Error(violations.join('\n'))
}

/**
 * Asserts what holds after every event: no unexpected request, no message on the
 * console, trusted input for events of the user, an announced error, and a kept focus.
 */
export async function assertStepInvariants(stage: BrowserStage): Promise<void> {
  assertNoViolations(stage)
  const { shownBefore: shown, last, page, network } = stage
  if (shown === null || last === null) return
  const { step, by } = last
  const isTaken = step.taken.length > 0
  const isElsewhere = async () => {
    const now = await takePageSnapshot(page)
    return network.documents.length > 0 || now.pathname !== shown.pathname || now.heading !== shown.heading
  }
  const now = await takePageSnapshot(page)
  if (by === 'user' && isTaken && !stage.wentBack && now.touches <= shown.touches)
    throw new Error(`${step.event.type} is an event of the user, but the page got no trusted click or key`)
  if (isTaken && step.event.type.startsWith('xstate.error.actor.') && isNews(step))
    await eventually(
      async () => (await isElsewhere()) || (await takePageSnapshot(page)).announced > shown.announced,
      `a message of ${step.event.type} in a live region`,
    ).toBe(true)
  if (shown.focus !== null)
    await eventually(
      async () => (await isElsewhere()) || (await takePageSnapshot(page)).focus !== null,
      `a focused element; before it was ${shown.focus}`,
    ).toBe(true)
  // The second of two presses may fall beside the heading.
  if (!stage.pressesTwice && shown.step !== null && now.step !== null && now.step !== shown.step)
    await eventually(
      async () => (await isElsewhere()) || (await takePageSnapshot(page)).isOnStep,
      'the focus on the heading of the new step',
    ).toBe(true)
  stage.shownBefore = null
}

/** If a tag of the machine marks a continued operation, it is already announced. */
function isNews({ before, after }: Step): boolean {
  const tags = [...after.tags]
  return tags.length === 0 || !tags.every((tag) => before.hasTag(tag))
}
