import type { Desk } from './browser/desk.ts'
import { person, world } from './browser/doing.ts'
import { inBrowser } from './browser/level.ts'
import { passTime } from './browser/long-timers.ts'
import { json, problem } from './browser/network-edge.ts'
import { soon } from './browser/patience.ts'
import { type BrowserStage, isLeaving } from './browser/stage.ts'
import type { Level } from './model.ts'
import { anna } from './people.ts'
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
