import { notificationCategories } from '#contract/enumerations.ts'
import type { AppNotification } from '#contract/notifications.ts'
import type { CenterEntry } from '#src/machines/notification-center.ts'
import { json, noContent } from '#tests/model-runner/browser/app-under-test.ts'
import { inBrowser } from '#tests/model-runner/browser/browser-level.ts'
import type { BrowserPool } from '#tests/model-runner/browser/browser-pool.ts'
import type { BrowserStage } from '#tests/model-runner/browser/browser-stage.ts'
import { byEnvironment, byUser, type Driver, type PageQueries } from '#tests/model-runner/browser/drivers.ts'
import { soon } from '#tests/model-runner/browser/polling.ts'
import type { Level } from '#tests/model-runner/model.ts'
import type { Step } from '#tests/model-runner/paths/replay.ts'
import { notificationCenterPage } from '#tests/support/pages/notification-center-page.ts'
import { sessionPage } from '#tests/support/pages/session-page.ts'
import { newest, notificationCenterModel, readEntry, unreadEntry } from './notification-center.model.ts'
import { replyOf } from './one-time-code-dialog.ts'
import { anna } from './sample-users.ts'

const read = 'POST /v1/profile/notification/read'
const profile = 'GET /v1/profile'
const anew = 'a new page begins with a closed list'

const unread: AppNotification = {
  ...unreadEntry,
  category: 'lessons',
  at: newest,
  isRead: false,
  title: 'Перенесено занятие',
  lines: ['Физика: 31 августа в 13:00.'],
  count: 1,
  action: null,
}
const older: AppNotification = {
  ...readEntry,
  category: 'payments',
  at: '2035-08-29T09:00:00.000Z',
  isRead: true,
  title: 'Поступил платёж',
  lines: ['Договор оплачен полностью.'],
  count: 1,
  action: null,
}

/** The path that a notification has opened on a page. */
const opened = new WeakMap<BrowserStage, string>()
/** The other tab of a page while it opens. */
const otherTabs = new WeakMap<BrowserStage, Promise<{ close: () => Promise<void> }>>()

export function notificationCenterInBrowser(pool: BrowserPool): Level<BrowserStage> {
  return inBrowser(pool, notificationCenterModel, {
    start: '/profile',
    responses: {
      [profile]: json(anna),
      'GET /v1/profile/notification/unread': json({ count: 1 }),
      'GET /v1/profile/notification/list': json({ items: [unread, older], total: 2, page: 1, pageSize: 30 }),
    },
    calls: { readAll: (body: { until: string }) => ({ call: read, body }) },
    folded: [/^- main\b/],
    address: (_, stage) => opened.get(stage) ?? '/profile',
    escape: 'center.close',
    written: [unread, older].flatMap(({ title, lines }) => [title, ...lines]),
    lostOnReload: { 'open.shown': anew, 'open.marking': anew, 'open.readFailed': anew },
    events: {
      'center.open': byUser(({ page, press }) => press(notificationCenterPage(page).bell)),
      'center.close': byUser(({ page, press }) => press(notificationCenterPage(page).close)),
      'category.choose': byUser(async ({ page }, { event }) => {
        await notificationCenterPage(page).filter.focus()
        await page.keyboard.press('Home')
        const steps = event.category === null ? 0 : notificationCategories.indexOf(event.category) + 1
        for (let step = 0; step < steps; step += 1) await page.keyboard.press('ArrowDown')
      }),
      'read.all': byUser(({ page, press }) => press(notificationCenterPage(page).readAll)),
      'entry.open': byUser(({ page }, { event }) => entry(page, event.id).click(), {
        first: beginMarking,
        afterwards: async (stage, step) => {
          opened.set(stage, step.event.path)
          await endMarking(stage, step)
        },
      }),
      'entry.openElsewhere': byUser(
        ({ page }, { event }) => entry(page, event.id).click({ modifiers: ['ControlOrMeta'] }),
        {
          first: async (stage, step) => {
            await beginMarking(stage, step)
            otherTabs.set(stage, stage.context.waitForEvent('page'))
          },
          afterwards: async (stage, step) => {
            await (await otherTabs.get(stage))?.close()
            await endMarking(stage, step)
          },
        },
      ),
      'xstate.done.actor.readAll': byEnvironment(({ network }) => network.answer(read, noContent)),
      'xstate.error.actor.readAll': byEnvironment(({ network }, { event }) =>
        network.answer(read, replyOf(event.error)),
      ),
    } satisfies Record<string, Driver>,
    states: {
      closed: async ({ page }) => {
        await soon(notificationCenterPage(page).bell).toHaveAttribute('aria-expanded', 'false')
        await soon(notificationCenterPage(page).dialog).toHaveCount(0)
      },
      'open.shown': ({ page }, { context }) => shows(page, context),
      'open.marking': async ({ page }, { context }) => {
        await shows(page, context)
        await soon(notificationCenterPage(page).readAll).toHaveAttribute('aria-busy', 'true')
      },
      'open.readFailed': ({ page }, { context }) => shows(page, context),
    },
  })
}

/** Expects the call that marks the notification as read; an administrator acts as the user where the case says so. */
async function beginMarking(stage: BrowserStage, { event }: Step): Promise<void> {
  const { id, isRead, isImpersonating } = event as unknown as CenterEntry
  if (isImpersonating) await impersonate(stage, true)
  else if (!isRead) stage.network.expect({ call: read, body: { id } })
}

async function endMarking(stage: BrowserStage, { event }: Step): Promise<void> {
  const { id, isRead, isImpersonating } = event as unknown as CenterEntry
  if (isImpersonating) await impersonate(stage, false)
  // "Mark all" may wait at the same address.
  else if (!isRead) await stage.network.answer(read, noContent, { id })
}

async function impersonate({ page, network }: BrowserStage, isImpersonating: boolean): Promise<void> {
  const impersonation = { by: 'Вера Орлова', until: '2035-09-01T12:00:00.000Z' }
  network.allowReads()
  network.always(profile, json(isImpersonating ? { ...anna, isLoggedAs: true, impersonation } : anna))
  await page.evaluate(() => void window.dispatchEvent(new CustomEvent('profile-reload')))
  await soon(sessionPage(page).end).toHaveCount(isImpersonating ? 1 : 0)
}

function entry(page: PageQueries, id: string) {
  return notificationCenterPage(page).entry(id === unread.id ? unread.title : older.title)
}

async function shows(page: PageQueries, { category, failure }: { category: string | null; failure: object | null }) {
  await soon(entry(page, unread.id)).toBeVisible()
  await soon(notificationCenterPage(page).filter).toHaveValue(category ?? '')
  await soon(notificationCenterPage(page).alert).toHaveCount(failure === null ? 0 : 1)
}
