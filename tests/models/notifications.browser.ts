import { inBrowser } from '#tests/model-runner/browser/browser-level.ts'
import type { BrowserPool } from '#tests/model-runner/browser/browser-pool.ts'
import type { BrowserStage } from '#tests/model-runner/browser/browser-stage.ts'
import { byEnvironment, byUser } from '#tests/model-runner/browser/drivers.ts'
import { passTime } from '#tests/model-runner/browser/fake-timers.ts'
import { soon } from '#tests/model-runner/browser/polling.ts'
import type { Level } from '#tests/model-runner/model.ts'
import { notificationsPage } from '#tests/support/pages/notifications-page.ts'
import { sessionPage } from '#tests/support/pages/session-page.ts'
import { problem } from './app/problems.ts'
import { profileState } from './app/profile-state.ts'
import { lifetime, notificationsModel, pauseBefore } from './notifications.model.ts'
import { boris } from './sample-users.ts'

const call = 'POST /v1/admin/auth/logout-as'

/** The times at which notifications of a stage appeared, and its current time. */
type Times = { now: number; appeared: Map<number, number> }
const times = new WeakMap<BrowserStage, Times>()

/** The only kind of notification so far: an impersonation could not be ended. */
export function notificationsInBrowser(pool: BrowserPool): Level<BrowserStage> {
  return inBrowser(pool, notificationsModel, {
    start: '/events',
    state: () => profileState(boris),
    calls: {},
    address: () => '/events',
    escape: 'notification.close',
    events: {
      'notification.show': byUser(({ page, press }) => press(sessionPage(page).end), {
        first: async (stage, { before }) => {
          await pass(stage, pauseBefore(before.context.nextId))
          stage.network.expect({ call })
        },
        afterwards: async (stage, { before }) => {
          await stage.network.answer(call, problem('internal-error'))
          timesOf(stage).appeared.set(before.context.nextId, timesOf(stage).now)
        },
      }),
      'notification.close': byUser(async ({ page, press }, { event, before }) => {
        const index = before.context.shown.findIndex(({ id }: { id: number }) => id === event.id)
        await press(notificationsPage(page).close.nth(index))
      }),
      'notification.expired': byEnvironment(async (stage, { event, before }) => {
        const { now, appeared } = timesOf(stage)
        await pass(stage, (appeared.get(event.id) ?? 0) + lifetime - 1 - now)
        await soon(notificationsPage(stage.page).failedEnd).toHaveCount(before.context.shown.length)
        await pass(stage, 1)
      }),
    },
    states: {
      notifications: ({ page }, { context }) =>
        soon(notificationsPage(page).failedEnd).toHaveCount(context.shown.length),
    },
  })
}

async function pass(stage: BrowserStage, milliseconds: number): Promise<void> {
  timesOf(stage).now += milliseconds
  await passTime(stage.page, milliseconds)
}

function timesOf(stage: BrowserStage): Times {
  const known = times.get(stage) ?? { now: 0, appeared: new Map() }
  times.set(stage, known)
  return known
}
