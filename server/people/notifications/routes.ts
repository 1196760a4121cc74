import {
  changeNotificationSettings,
  countUnreadNotifications,
  getNotificationSettings,
  listNotifications,
  readNotifications,
} from '#contract/notifications.ts'
import type { App } from '#server/app-types.ts'
import { throwProblem } from '#server/http-error.ts'
import { registerCall } from '#server/plugins/calls.ts'
import { countUnread, findNotifications, markAllRead, markRead, pageSize } from './notification-list.ts'
import { changeSettings, findSettings } from './notification-settings.ts'
import { unsubscribeRoutes } from './unsubscribe-routes.ts'

/** Notifications in the application, their settings, and the links that stop emails. */
export async function notificationRoutes(app: App): Promise<void> {
  const { database, clock } = app

  registerCall(app, listNotifications, async ({ session: { userId }, query: { category, page }, language }) => {
    const found = await findNotifications(database, { userId, category, page, language })
    return { ...found, page, pageSize }
  })

  registerCall(app, countUnreadNotifications, async ({ session }) => ({
    count: await countUnread(database, session.userId),
  }))

  registerCall(app, readNotifications, async ({ session: { userId }, body }) => {
    const now = clock()
    if ('until' in body) return void (await markAllRead(database, { userId, until: new Date(body.until), now }))
    if (!(await markRead(database, { userId, id: body.id, now })))
      throwProblem('not-found', 'No such notification of this user')
    return undefined
  })

  registerCall(app, getNotificationSettings, ({ session }) => findSettings(database, session.userId))

  registerCall(app, changeNotificationSettings, ({ session, body }) => changeSettings(database, session.userId, body))

  unsubscribeRoutes(app)
}
