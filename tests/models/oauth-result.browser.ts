import { inBrowser } from '#tests/model-runner/browser/browser-level.ts'
import type { Desk } from '#tests/model-runner/browser/browser-pool.ts'
import { type BrowserStage, isLeaving, standsAt } from '#tests/model-runner/browser/browser-stage.ts'
import { world } from '#tests/model-runner/browser/drivers.ts'
import { passTime } from '#tests/model-runner/browser/fake-timers.ts'
import { soon } from '#tests/model-runner/browser/polling.ts'
import { json, problem } from '#tests/model-runner/browser/scripted-network.ts'
import type { Level } from '#tests/model-runner/model.ts'
import { broughtBack, oauthResultModel } from './oauth-result.model.ts'
import { anna } from './sample-users.ts'

const call = 'POST /v1/auth/oauth-result'
const { code, state, fromUrl } = broughtBack

const addresses: Record<string, string> = { goingHome: '/home-page', failed: '/500?after=sign-in&from=%2F' }

export function oauthResultInBrowser(desk: Desk): Level<BrowserStage> {
  const start = `/auth/oauth-result?code=${code}&state=${state}&from_url=${encodeURIComponent(fromUrl)}`
  return inBrowser(desk, oauthResultModel, {
    start,
    profile: anna,
    calls: { sendResult: (given: typeof broughtBack) => ({ call, body: given }) },
    address: ({ value }) => addresses[value as string] ?? start,
    events: {
      'xstate.done.actor.sendResult': world(async (stage, { event }) => {
        await stage.edge.answer(call, json({ location: event.output }))
        if (event.output === null) stage.place = '/home-page'
        else stage.destination = stage.origin + event.output
      }),
      'xstate.error.actor.sendResult': world(async (stage) => {
        await stage.edge.answer(call, problem('sign-in-attempt-refused'))
        stage.place = '/500'
      }),
      'xstate.after.patience.oauthResult.sending.prompt': world(({ page }) => passTime(page, 5000)),
    },
    states: {
      'sending.prompt': (stage) => isWaiting(stage, { slow: false }),
      'sending.slow': (stage) => isWaiting(stage, { slow: true }),
      leaving: isLeaving,
      goingHome: standsAt,
      failed: standsAt,
    },
  })
}

async function isWaiting({ page }: BrowserStage, { slow }: { slow: boolean }): Promise<void> {
  await soon(page.getByRole('heading', { level: 1, name: 'Входим в личный кабинет…' })).toBeVisible()
  await soon(page.getByText('Это занимает больше времени, чем обычно')).toHaveCount(slow ? 1 : 0)
}
