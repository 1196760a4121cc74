import type { Page } from 'playwright'
import type { AnyMachineSnapshot } from 'xstate'
import { eventually, soon } from '#tests/models/browser/patience.ts'
import type { Step } from '#tests/models/replay.ts'
import type { RealStage } from './stage.ts'

/** A flow whose every step stands in the address; `addressOf` names a place of the model by the ids of the school. */
type Steps<World, Place> = {
  headings: Record<string, string>
  words: Partial<Record<string, string>>
  addressOf: (world: World, place: Place) => string
}

/** What any such flow shows, and how a person goes about in it. */
export function realSteps<World, Place>({ headings, words, addressOf }: Steps<World, Place>) {
  /** The step of that state, with the address that names it, and why one is here when one wanted elsewhere. */
  async function shows(
    { page, world }: RealStage<World>,
    { value, context }: AnyMachineSnapshot,
    heading = headings[String(value)],
  ): Promise<void> {
    if (heading !== undefined) await soon(page.getByRole('heading', { level: 2, name: heading })).toBeVisible()
    await standsAt(page, addressOf(world, context.place))
    const alert = page.getByRole('main').getByRole('alert')
    if (context.refusal === null) await soon(alert).toHaveCount(0)
    else await soon(alert).toContainText(words[context.refusal] ?? context.refusal)
  }

  return {
    shows,
    /** The person types the address, or follows a link of a letter. */
    opens: ({ page, world }: RealStage<World>, place: Place) => page.goto(addressOf(world, place)),
  }
}

async function standsAt(page: Page, address: string): Promise<void> {
  const shown = () => {
    const { pathname, search } = new URL(page.url())
    return pathname + search
  }
  await eventually(shown).toBe(address)
}

/** Whether the person goes back, in this state, while an answer is on its way. */
export function goesBackIn(steps: readonly Step[], state: string): boolean {
  return steps.some(({ event, before }) => event.type === 'address.changed' && before.matches(state))
}
