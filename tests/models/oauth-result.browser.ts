import { json } from '#tests/model-runner/browser/app-under-test.ts'
import { inBrowser } from '#tests/model-runner/browser/browser-level.ts'
import type { BrowserPool } from '#tests/model-runner/browser/browser-pool.ts'
import { assertLeaving, type BrowserStage } from '#tests/model-runner/browser/browser-stage.ts'
import { byEnvironment } from '#tests/model-runner/browser/drivers.ts'
import { passTime } from '#tests/model-runner/browser/fake-timers.ts'
import { soon } from '#tests/model-runner/browser/polling.ts'
import type { Level } from '#tests/model-runner/model.ts'
import { showsErrorPage } from './app/outside-events.ts'
import { problem } from './app/problems.ts'
import { profileState } from './app/profile-state.ts'
import { broughtBack, oauthResultModel } from './oauth-result.model.ts'
import { anna } from './sample-users.ts'

const call = 'POST /v1/auth/oauth-result'
const { code, state, fromUrl } = broughtBack

const addresses: Record<string, string> = { goingHome: '/home-page', failed: '/500?after=sign-in&from=%2F' }

export function oauthResultInBrowser(pool: BrowserPool): Level<BrowserStage> {
  const start = `/auth/oauth-result?code=${code}&state=${state}&from_url=${encodeURIComponent(fromUrl)}`
  return inBrowser(pool, oauthResultModel, {
    start,
    state: () => profileState(anna),
    calls: { sendResult: (given: typeof broughtBack) => ({ call, body: given }) },
    address: ({ value }) => addresses[value as string] ?? start,
    events: {
      'xstate.done.actor.sendResult': byEnvironment(async (stage, { event }) => {
        await stage.network.answer(call, json({ location: event.output }))
        if (event.output === null) stage.expectedUrl = '/home-page'
        else stage.destination = stage.origin + event.output
      }),
      'xstate.error.actor.sendResult': byEnvironment(async (stage) => {
        await stage.network.answer(call, problem('sign-in-attempt-refused'))
        stage.expectedUrl = '/500'
      }),
      'xstate.after.slowAfter.oauthResult.sending.prompt': byEnvironment(({ page }) => passTime(page, 5000)),
    },
    states: {
      'sending.prompt': (stage) => isWaiting(stage, { slow: false }),
      'sending.slow': (stage) => isWaiting(stage, { slow: true }),
      leaving: assertLeaving,
      goingHome: showsErrorPage,
      failed: showsErrorPage,
    },
  })
}

async function isWaiting({ page }: BrowserStage, { slow }: { slow: boolean }): Promise<void> {
  await soon(page.getByRole('heading', { level: 1, name: 'Входим в личный кабинет…' })).toBeVisible()
  await soon(page.getByText('Это занимает больше времени, чем обычно')).toHaveCount(slow ? 1 : 0)
}
