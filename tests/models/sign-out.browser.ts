import { inBrowser } from '#tests/model-runner/browser/browser-level.ts'
import type { Desk } from '#tests/model-runner/browser/browser-pool.ts'
import { type BrowserStage, isLeaving } from '#tests/model-runner/browser/browser-stage.ts'
import { person, world } from '#tests/model-runner/browser/drivers.ts'
import { passTime } from '#tests/model-runner/browser/fake-timers.ts'
import { soon } from '#tests/model-runner/browser/polling.ts'
import { json, problem } from '#tests/model-runner/browser/scripted-network.ts'
import type { Level } from '#tests/model-runner/model.ts'
import { anna } from './sample-users.ts'
import { signOutModel } from './sign-out.model.ts'

const call = 'GET /v1/auth/logout-link'

export function signOutInBrowser(desk: Desk): Level<BrowserStage> {
  return inBrowser(desk, signOutModel, {
    start: '/logout',
    profile: anna,
    calls: { requestLogoutLink: () => ({ call }) },
    address: () => '/logout',
    events: {
      'xstate.done.actor.requestLogoutLink': world(async (stage, { event }) => {
        await stage.edge.answer(call, json({ url: event.output }))
        stage.destination = stage.origin + event.output
      }),
      'xstate.error.actor.requestLogoutLink': world(({ edge }) => edge.answer(call, problem('provider-unreachable'))),
      'xstate.after.patience.signOut.asking.prompt': world(({ page }) => passTime(page, 5000)),
      'signOut.retry': person(({ page, press }) => press(page.getByRole('button', { name: 'Попробовать снова' }))),
    },
    states: {
      'asking.prompt': (stage) => isAsking(stage, { slow: false }),
      'asking.slow': (stage) => isAsking(stage, { slow: true }),
      failed: async ({ page }) => {
        await soon(page.getByRole('heading', { level: 1, name: 'Не удалось выйти' })).toBeVisible()
        await soon(page.getByRole('link', { name: 'Вернуться в кабинет' })).toHaveAttribute('href', '/')
      },
      leaving: isLeaving,
    },
  })
}

async function isAsking({ page }: BrowserStage, { slow }: { slow: boolean }): Promise<void> {
  await soon(page.getByRole('heading', { level: 1, name: 'Выходим из личного кабинета…' })).toBeVisible()
  await soon(page.getByText('Это занимает больше времени, чем обычно')).toHaveCount(slow ? 1 : 0)
}
