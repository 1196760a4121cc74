import { expect } from 'playwright/test'
import type { Step } from '#tests/model-runner/paths/replay.ts'
import type { BrowserStage } from './browser-stage.ts'
import { consoleOf, sightOf } from './page-observer.ts'
import { eventually } from './polling.ts'

/** Problems of the page and its network since the last check. */
export function complaintsOf({ page, edge }: Pick<BrowserStage, 'page' | 'edge'>): string[] {
  return [...edge.complaints.splice(0), ...consoleOf(page)]
}

/**
 * Asserts what holds after every event: no unexpected request, no message on the
 * console, trusted input for events of the user, an announced error, and a kept focus.
 */
export async function cameToGood(stage: BrowserStage): Promise<void> {
  expect(complaintsOf(stage)).toEqual([])
  const { seen, last, page, edge } = stage
  if (seen === null || last === null) return
  const { step, by } = last
  const isTaken = step.taken.length > 0
  const isElsewhere = async () => {
    const now = await sightOf(page)
    return edge.documents.length > 0 || now.pathname !== seen.pathname || now.heading !== seen.heading
  }
  const now = await sightOf(page)
  if (by === 'person' && isTaken && !stage.wentBack && now.touches <= seen.touches)
    throw new Error(`${step.event.type} is a person’s, and nobody has touched the page: no click, no key`)
  if (isTaken && step.event.type.startsWith('xstate.error.actor.') && isNews(step))
    await eventually(
      async () => (await isElsewhere()) || (await sightOf(page)).announced > seen.announced,
      `${step.event.type} is told in a live region`,
    ).toBe(true)
  if (seen.focus !== null)
    await eventually(
      async () => (await isElsewhere()) || (await sightOf(page)).focus !== null,
      `the focus stays somewhere; it was on ${seen.focus}`,
    ).toBe(true)
  stage.seen = null
}

/** If a tag of the machine marks a continued operation, it is already announced. */
function isNews({ before, after }: Step): boolean {
  const tags = [...after.tags]
  return tags.length === 0 || !tags.every((tag) => before.hasTag(tag))
}
