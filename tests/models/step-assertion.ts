import type { Page } from 'playwright'
import type { AnyMachineSnapshot } from 'xstate'
import { soon } from '#tests/model-runner/browser/polling.ts'
import { flowPage } from '#tests/support/pages/flow-page.ts'
import { faultMessages } from './app/faults.ts'

type Texts = { headings: Record<string, string | RegExp>; refusals: Partial<Record<string, string>> }

/** Asserts the heading of the step of a state, and the message if the requested step is not available. */
export function stepAssertion({ headings, refusals }: Texts) {
  const messages: Texts['refusals'] = { ...faultMessages, ...refusals }
  return async (
    { page }: { page: Page },
    { value, context }: AnyMachineSnapshot,
    state = String(value),
  ): Promise<void> => {
    const { heading, alert } = flowPage(page, headings)
    await soon(heading(state)).toBeVisible()
    if (context.refusal === null) await soon(alert).toHaveCount(0)
    else await soon(alert).toContainText(messages[context.refusal] ?? context.refusal)
  }
}
