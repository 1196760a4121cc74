import { expect } from 'playwright/test'
import { passTime } from './browser/long-timers.ts'
import { json, problem } from './browser/network-edge.ts'
import { soon } from './browser/patience.ts'
import { type BrowserStage, type Desk, inBrowser, isLeaving, standsAt } from './browser/stage.ts'
import type { Level } from './model.ts'
import { broughtBack } from './oauth-result.model.ts'
import { anna } from './people.ts'

const call = 'POST /v1/auth/oauth-result'
const { code, state, fromUrl } = broughtBack

export function oauthResultInBrowser(desk: Desk): Level<BrowserStage> {
  const start = `/auth/oauth-result?code=${code}&state=${state}&from_url=${encodeURIComponent(fromUrl)}`
  const setting = { start, held: [call], standing: { 'GET /v1/profile': json(anna) } }
  return inBrowser(desk, setting, {
    events: {
      'xstate.done.actor.sendResult': async (stage, { event }) => {
        await stage.edge.answer(call, json({ location: event.output }))
        if (event.output === null) stage.place = '/home-page'
        else stage.destination = stage.origin + event.output
      },
      'xstate.error.actor.sendResult': async (stage) => {
        await stage.edge.answer(call, problem('sign-in-attempt-refused'))
        stage.place = '/500'
      },
      'xstate.after.patience.oauthResult.sending.prompt': ({ page }) => passTime(page, 5000),
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

/** The one request carries what stood in the address, once (D-3). */
async function isWaiting({ page, edge }: BrowserStage, { slow }: { slow: boolean }): Promise<void> {
  await soon(page.getByRole('heading', { level: 1, name: 'Входим в личный кабинет…' })).toBeVisible()
  await soon(page.getByText('Это занимает больше времени, чем обычно')).toHaveCount(slow ? 1 : 0)
  await edge.isHeld(call)
  expect(edge.asked.filter(({ address }) => address === call)).toEqual([
    { address: call, query: {}, body: broughtBack },
  ])
}
