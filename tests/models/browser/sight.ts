import { expect } from 'playwright/test'
import type { Step } from '#tests/models/replay.ts'
import { eventually } from './patience.ts'
import type { BrowserStage } from './stage.ts'
import { consoleOf, sightOf } from './watch.ts'

/** What the page and its network complain of since they were last asked. */
export function complaintsOf({ page, edge }: Pick<BrowserStage, 'page' | 'edge'>): string[] {
  return [...edge.complaints.splice(0), ...consoleOf(page)]
}

/**
 * What holds after every event, whatever it came to: nothing was asked that no step expects, nothing stands on the
 * console, the person did it by hand, a refusal was told to whoever cannot see it, and the focus is not lost.
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

/** Where the machine marks by a tag what goes on as it was, it is told already. */
function isNews({ before, after }: Step): boolean {
  const tags = [...after.tags]
  return tags.length === 0 || !tags.every((tag) => before.hasTag(tag))
}
