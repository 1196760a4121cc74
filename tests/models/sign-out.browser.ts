import { json } from '#tests/model-runner/browser/app-under-test.ts'
import { inBrowser } from '#tests/model-runner/browser/browser-level.ts'
import type { BrowserPool } from '#tests/model-runner/browser/browser-pool.ts'
import { assertLeaving, type BrowserStage } from '#tests/model-runner/browser/browser-stage.ts'
import { byEnvironment, byUser } from '#tests/model-runner/browser/drivers.ts'
import { passTime } from '#tests/model-runner/browser/fake-timers.ts'
import { soon } from '#tests/model-runner/browser/polling.ts'
import type { Level } from '#tests/model-runner/model.ts'
import { sessionPage } from '#tests/support/pages/session-page.ts'
import { problem } from './app/problems.ts'
import { profileState } from './app/profile-state.ts'
import { anna } from './sample-users.ts'
import { signOutModel } from './sign-out.model.ts'

const call = 'GET /v1/auth/logout-link'

export function signOutInBrowser(pool: BrowserPool): Level<BrowserStage> {
  return inBrowser(pool, signOutModel, {
    start: '/logout',
    state: () => profileState(anna),
    calls: { requestLogoutLink: () => ({ call }) },
    address: () => '/logout',
    enter: ({ page }) => page.evaluate(storeTexts, anna.id),
    events: {
      'xstate.done.actor.requestLogoutLink': byEnvironment(async (stage, { event }) => {
        await stage.network.answer(call, json({ url: event.output }))
        stage.destination = stage.origin + event.output
      }),
      'xstate.error.actor.requestLogoutLink': byEnvironment(({ network }) =>
        network.answer(call, problem('provider-unreachable')),
      ),
      'xstate.after.slowAfter.signOut.asking.prompt': byEnvironment(({ page }) => passTime(page, 5000)),
      'signOut.retry': byUser(({ page, press }) => press(sessionPage(page).retry)),
    },
    states: {
      'asking.prompt': (stage) => isAsking(stage, { slow: false }),
      'asking.slow': (stage) => isAsking(stage, { slow: true }),
      failed: async ({ page }) => {
        await soon(sessionPage(page).heading('signOutFailed')).toBeVisible()
        await soon(page.getByRole('link', { name: 'Вернуться в кабинет' })).toHaveAttribute('href', '/')
      },
      leaving: assertLeaving,
    },
  })
}

/** A draft and typed text of the user: the snapshots show that they are kept until the sign-out, and gone after it. */
function storeTexts(userId: string): void {
  localStorage.setItem(`draft_${userId}_`, '{"html":"<p>Мы опоздаем</p>"}')
  sessionStorage.setItem(`typed_${userId}_profile`, '{"lastName":"Белова"}')
}

async function isAsking({ page }: BrowserStage, { slow }: { slow: boolean }): Promise<void> {
  const session = sessionPage(page)
  await soon(session.heading('signingOut')).toBeVisible()
  await soon(session.slow).toHaveCount(slow ? 1 : 0)
}
