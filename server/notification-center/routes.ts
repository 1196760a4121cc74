import {
  changeNotificationSettings,
  countUnreadNotifications,
  getNotificationSettings,
  getPushKey,
  listNotifications,
  listPushDevices,
  readNotifications,
  renewPushSubscription,
  subscribeToPush,
  unsubscribeFromPush,
} from '#contract/notifications.ts'
import type { App } from '#server/app-types.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { deviceFromRequest } from '#server/http/user-agent.ts'
import { deletePushSubscription } from '#server/notifications/push-subscriptions.ts'
import { readVapidPublicKey } from '#server/notifications/vapid-keys.ts'
import { registerCall } from '#server/plugins/calls.ts'
import { readTokenCookie } from '#server/security/tokens.ts'
import { countUnread, findNotifications, markAllRead, markRead, pageSize } from './notification-list.ts'
import { changeSettings, findSettings } from './notification-settings.ts'
import { addPushDevice, assertPushSubscription, findPushDevices, renewPushDevice } from './push-devices.ts'
import { unsubscribeRoutes } from './unsubscribe-routes.ts'

/** Notifications in the application, their settings, browsers that get push notifications, links that stop emails. */
export async function notificationRoutes(app: App): Promise<void> {
  const { database, clock, env } = app
  const currentTime = () => ({ now: clock(), timeZone: env.TIME_ZONE })

  registerCall(app, listNotifications, async ({ session: { userId }, query: { category, page }, language }) => {
    const found = await findNotifications(database, { userId, category, page, language, ...currentTime() })
    return { ...found, page, pageSize }
  })

  registerCall(app, countUnreadNotifications, async ({ session }) => ({
    count: await countUnread(database, session.userId, currentTime()),
  }))

  registerCall(app, readNotifications, async ({ session: { userId }, body }) => {
    const time = currentTime()
    if ('until' in body) return void (await markAllRead(database, { userId, until: new Date(body.until), ...time }))
    if (!(await markRead(database, { userId, id: body.id, ...time })))
      throwProblem('not-found', 'No such notification of this user')
    return undefined
  })

  registerCall(app, getNotificationSettings, ({ session }) => findSettings(database, session.userId))

  registerCall(app, changeNotificationSettings, ({ session, body }) => changeSettings(database, session.userId, body))

  registerCall(app, listPushDevices, async ({ session: { userId, id: sessionId } }) => ({
    publicKey: await readPublicKey(),
    devices: await findPushDevices(database, { userId, sessionId }),
  }))

  registerCall(app, subscribeToPush, ({ session: { userId, id: sessionId }, body: subscription, request }) => {
    assertPushSubscription(subscription, { allowPrivate: env.PUSH_ALLOW_PRIVATE })
    const { browser, system } = deviceFromRequest(request)
    const added = { subscription, device: { browser, system }, now: clock() }
    return addPushDevice(database, { userId, sessionId }, added)
  })

  registerCall(app, getPushKey, async () => ({ publicKey: await readPublicKey() }))

  registerCall(app, renewPushSubscription, async ({ body: subscription, request }) => {
    assertPushSubscription(subscription, { allowPrivate: env.PUSH_ALLOW_PRIVATE })
    const secret = readTokenCookie(request, 'lk_device', env)
    const isRenewed = secret !== null && (await renewPushDevice(database, secret, subscription))
    if (!isRenewed) throwProblem('not-found', 'This browser gets no push notifications')
    return undefined
  })

  registerCall(app, unsubscribeFromPush, async ({ session, params }) => {
    if (!(await deletePushSubscription(database, params.id, session.userId)))
      throwProblem('not-found', 'No such browser of this user')
    return undefined
  })

  unsubscribeRoutes(app)

  async function readPublicKey(): Promise<string | null> {
    return env.SERVICE_WORKER ? readVapidPublicKey(database, env) : null
  }
}
