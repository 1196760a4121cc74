import type { Page } from 'playwright'
import type { AnyMachineSnapshot } from 'xstate'
import { eventually } from '#tests/model-runner/browser/polling.ts'
import type { Step } from '#tests/model-runner/paths/replay.ts'
import type { stepAssertion } from '#tests/models/step-assertion.ts'
import type { ProductStage } from './test-server.ts'

/** A flow whose step is in the URL; `addressOf` maps a location of the model to a URL with the ids of the school. */
type Steps<Data, Location> = {
  showsStep: ReturnType<typeof stepAssertion>
  addressOf: (data: Data, location: Location) => string
}

/** Shared assertions and drivers of such flows. */
export function flowSteps<Data, Location>({ showsStep, addressOf }: Steps<Data, Location>) {
  return {
    /** Asserts the step of a state and its URL. */
    shows: async (stage: ProductStage<Data>, snapshot: AnyMachineSnapshot, state?: string): Promise<void> => {
      await showsStep(stage, snapshot, state)
      await standsAt(stage.page, addressOf(stage.data, snapshot.context.location))
    },
    /** Opens a URL, as when the user types it or follows a link of an email. */
    opens: ({ page, data }: ProductStage<Data>, location: Location) => page.goto(addressOf(data, location)),
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
