import { and, eq } from 'drizzle-orm'
import { expect } from 'playwright/test'
import { notifications } from '#server/db/schema/notifications.ts'
import { storeNotifications } from '#server/notifications/store-notifications.ts'
import { soon } from '#tests/model-runner/browser/polling.ts'
import { unplayable } from '#tests/model-runner/e2e/e2e-level.ts'
import { readEntry, unreadEntry } from '#tests/models/notification-center.model.ts'
import { notificationCenterPage } from '#tests/support/pages/notification-center-page.ts'
import { tooOften } from './fault-injection.ts'
import { newPerson } from './fixtures/school.ts'
import { type ProductDriver, type ProductLevel, type ProductStage, signIn } from './test-server.ts'

type ReaderData = { reader: Awaited<ReturnType<typeof newPerson>> }
type Stage = ProductStage<ReaderData>

const read = 'POST /v1/profile/notification/read'
const courses = { unread: 'Физика', read: 'Алгебра' }

const open: ProductDriver<ReaderData> = (stage, { event }) => entry(stage, event.isRead).click()
const openElsewhere: ProductDriver<ReaderData> = async (stage, { event }) => {
  const otherTab = stage.context.waitForEvent('page')
  await entry(stage, event.isRead).click({ modifiers: ['ControlOrMeta'] })
  await (await otherTab).close()
}

/** Opens it, and the server marks it as read. */
const marking =
  (opening: ProductDriver<ReaderData>): ProductDriver<ReaderData> =>
  async (stage, step) => {
    await opening(stage, step)
    await passRead(stage)
  }

const impersonated = 'непрочитанное открыл администратор под чужим именем'
const otherSession = unplayable('the session is that of the user, and no page turns it into an impersonation')

/** A parent with a read and an unread notification. */
export const notificationCenterEndToEnd: ProductLevel<ReaderData> = {
  open: async (server) => {
    const reader = await newPerson(server, { confirmed: false })
    const { database } = server
    const { userId } = reader
    for (const [course, { path }] of [
      [courses.read, readEntry],
      [courses.unread, unreadEntry],
    ] as const) {
      const values = { student: '', course, value: '5', topic: 'Повторение' }
      await storeNotifications(database, server.server.clock.now, [{ userId, kind: 'mark-new', values, path }])
    }
    const isRead = and(eq(notifications.userId, userId), eq(notifications.path, readEntry.path))
    await database.update(notifications).set({ readAt: server.server.clock.now }).where(isRead)
    return { reader }
  },
  held: [read],
  begin: async (stage) => {
    await signIn(stage, stage.data.reader)
    await stage.page.goto('/profile')
  },
  events: {
    'center.open': ({ page }) => notificationCenterPage(page).bell.click(),
    'center.close': ({ page }) => notificationCenterPage(page).close.click(),
    'category.choose': async ({ page }, { event }) => {
      await notificationCenterPage(page).filter.selectOption(event.category ?? '')
    },
    'read.all': ({ page }) => notificationCenterPage(page).readAll.click(),
    'entry.open': {
      'открыто непрочитанное': marking(open),
      'открыто прочитанное': open,
      [impersonated]: otherSession,
    },
    'entry.openElsewhere': {
      'открыто непрочитанное в другой вкладке': marking(openElsewhere),
      'открыто прочитанное в другой вкладке': openElsewhere,
      [`${impersonated} в другой вкладке`]: otherSession,
    },
    'xstate.done.actor.readAll': passRead,
    'xstate.error.actor.readAll': {
      'изменений слишком много': tooOften(read),
      'нет связи с сервером': ({ server }) => server.proxy.cut(read),
    },
  },
  states: {
    closed: ({ page }) => soon(notificationCenterPage(page).dialog).toHaveCount(0),
    'open.shown': ({ page }, { context }) =>
      soon(notificationCenterPage(page).filter).toHaveValue(context.category ?? ''),
    'open.marking': async ({ page, server }) => {
      await server.proxy.isHeld(read)
      await soon(notificationCenterPage(page).readAll).toHaveAttribute('aria-busy', 'true')
    },
    'open.readFailed': async (stage) => {
      await soon(notificationCenterPage(stage.page).alert).toHaveCount(1)
      await soon(notificationCenterPage(stage.page).readAll).toBeVisible()
    },
  },
}

function entry({ page }: Stage, isRead: boolean) {
  return notificationCenterPage(page).entry(new RegExp(isRead ? courses.read : courses.unread))
}

async function unreadCount({ data }: Stage): Promise<number> {
  return (await data.reader.call('GET /v1/profile/notification/unread')).json<{ count: number }>().count
}

async function passRead(stage: Stage): Promise<void> {
  await stage.server.proxy.pass(read)
  expect(await unreadCount(stage)).toBe(0)
}
