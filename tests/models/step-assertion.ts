import type { Page } from 'playwright'
import type { AnyMachineSnapshot } from 'xstate'
import { soon } from '#tests/model-runner/browser/polling.ts'

/** Asserts the heading of the step of a state, and the message if the requested step is not available. */
export function stepAssertion(headings: Record<string, string>, messages: Partial<Record<string, string>>) {
  return async (
    { page }: { page: Page },
    { value, context }: AnyMachineSnapshot,
    heading = headings[String(value)],
  ): Promise<void> => {
    if (heading !== undefined) await soon(page.getByRole('heading', { level: 2, name: heading })).toBeVisible()
    const alert = page.getByRole('main').getByRole('alert')
    if (context.refusal === null) await soon(alert).toHaveCount(0)
    else await soon(alert).toContainText(messages[context.refusal] ?? context.refusal)
  }
}
