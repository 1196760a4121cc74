import { expect } from 'playwright/test'
import type { Step } from '#tests/model-runner/paths/replay.ts'
import type { BrowserStage } from './browser-stage.ts'
import { consoleOf, takePageSnapshot } from './page-observer.ts'
import { eventually } from './polling.ts'

/** Problems of the page and its network since the last check. */
export function violationsOf({ page, network }: Pick<BrowserStage, 'page' | 'network'>): string[] {
  return [...network.violations.splice(0), ...consoleOf(page)]
}

/**
 * Asserts what holds after every event: no unexpected request, no message on the
 * console, trusted input for events of the user, an announced error, and a kept focus.
 */
export async function assertStepInvariants(stage: BrowserStage): Promise<void> {
  expect(violationsOf(stage)).toEqual([])
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
      `${step.event.type} is announced in a live region`,
    ).toBe(true)
  if (shown.focus !== null)
    await eventually(
      async () => (await isElsewhere()) || (await takePageSnapshot(page)).focus !== null,
      `the focus is kept; it was on ${shown.focus}`,
    ).toBe(true)
  stage.shownBefore = null
}

/** If a tag of the machine marks a continued operation, it is already announced. */
function isNews({ before, after }: Step): boolean {
  const tags = [...after.tags]
  return tags.length === 0 || !tags.every((tag) => before.hasTag(tag))
}
