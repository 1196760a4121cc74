import { json } from '#tests/model-runner/browser/app-under-test.ts'
import type { BrowserStage } from '#tests/model-runner/browser/browser-stage.ts'
import type { UserInput } from '#tests/model-runner/browser/drivers.ts'
import { soon } from '#tests/model-runner/browser/polling.ts'
import { codePage } from '#tests/support/pages/one-time-code-page.ts'
import { problem } from './app/problems.ts'
import { sentCode } from './two-factor.model.ts'

/** The server first requires reauthentication; its flow has a separate model. */
export function asksToConfirm(call: string) {
  return async ({ network }: BrowserStage): Promise<void> => {
    network.expect({ call: 'POST /v1/profile/two-factor/send' }, { reply: json(sentCode) })
    await network.answer(call, problem('two-factor-required'))
  }
}

export async function declinesToConfirm({ page, press }: UserInput): Promise<void> {
  const { question } = codePage(page)
  await press(question.getByRole('button', { name: 'Отменить' }))
  await soon(question).toHaveCount(0)
}
