import type { Page } from 'playwright'
import type { AnyMachineSnapshot } from 'xstate'
import { eventually, soon } from '#tests/model-runner/browser/polling.ts'
import type { Step } from '#tests/model-runner/paths/replay.ts'
import type { RealStage } from './e2e-stage.ts'

/** A flow whose step is in the URL; `addressOf` maps a place of the model to a URL with the ids of the school. */
type Steps<World, Place> = {
  headings: Record<string, string>
  words: Partial<Record<string, string>>
  addressOf: (world: World, place: Place) => string
}

/** Shared assertions and drivers of such flows. */
export function realSteps<World, Place>({ headings, words, addressOf }: Steps<World, Place>) {
  /** Asserts the step of a state, its URL, and the message if the requested step is not available. */
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
    /** Opens a URL, as when the user types it or follows a link of an email. */
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

/** Whether the user goes back in this state while a request is pending. */
export function goesBackIn(steps: readonly Step[], state: string): boolean {
  return steps.some(({ event, before }) => event.type === 'address.changed' && before.matches(state))
}
