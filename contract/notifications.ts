import { z } from 'zod'
import { call } from './call.ts'
import { notificationCategories, notificationFrequencies, studentNotificationCategories } from './enumerations.ts'
import { urlLength } from './limits.ts'
import { count, day, iso, page, pageOf, uuid } from './schemas.ts'

const notification = z.object({
  id: uuid,
  category: z.enum(notificationCategories),
  at: iso,
  isRead: z.boolean(),
  /** In the language of the request. */
  title: z.string(),
  /** The first of `count` things that one change has caused. */
  lines: z.array(z.string()),
  count: z.int().min(1),
  /** An address of the application. */
  path: z.string(),
  /** What is done there, in the language of the request; null where the title says it. */
  action: z.string().nullable(),
})
export type AppNotification = z.infer<typeof notification>

export const listNotifications = call('GET /v1/profile/notification/list', {
  summary: 'Notifications of the last year, unread ones first, then newest first; those of one change are one',
  added: true,
  access: { who: 'signed-in' },
  query: z.object({ category: z.enum(notificationCategories).optional(), page }),
  answer: pageOf(notification),
})

export const countUnreadNotifications = call('GET /v1/profile/notification/unread', {
  summary: 'Number of unread notifications',
  added: true,
  access: { who: 'signed-in' },
  answer: z.object({ count }),
})

export const readNotifications = call('POST /v1/profile/notification/read', {
  summary: 'Marks one notification, or all until an instant, as read',
  added: true,
  access: { who: 'signed-in' },
  body: z.union([z.strictObject({ id: uuid }), z.strictObject({ until: iso })]),
})

const hour = z.int().min(0).max(23)

/** The channels of a category. */
const channels = z.strictObject({
  category: z.enum(notificationCategories),
  app: z.boolean(),
  email: z.boolean(),
  sms: z.boolean(),
  push: z.boolean(),
})

/** What a guardian has chosen for one child. Categories that are not named follow the rows for all children. */
const childChannels = z.strictObject({
  id: uuid,
  channels: z
    .array(channels.extend({ category: z.enum(studentNotificationCategories) }))
    .max(studentNotificationCategories.length),
})

const settings = z.strictObject({
  /** Messages about security are always sent: their row does not change. */
  channels: z.array(channels).max(notificationCategories.length),
  frequency: z.enum(notificationFrequencies),
  /** When what can wait is sent. */
  digestHour: hour,
  /** Messages wait until the end; null without quiet hours. */
  quietHours: z.strictObject({ from: hour, until: hour }).nullable(),
  /** Of the hours above; null is the time zone of the school. */
  timeZone: z.string().max(64).nullable(),
  /** The first day on which messages are sent again. */
  pausedUntil: day.nullable(),
  /** Push notifications, which others may see on a locked screen, name marks and sums. */
  pushDetails: z.boolean(),
})
const allSettings = settings.extend({
  /** The children of a person with several, by name. */
  children: z.array(childChannels.extend({ firstName: z.string() })),
})
export type NotificationSettings = z.infer<typeof allSettings>

export const getNotificationSettings = call('GET /v1/profile/notification/settings', {
  summary: 'Which notifications the person gets, where and when',
  added: true,
  access: { who: 'signed-in' },
  answer: allSettings,
})

export const changeNotificationSettings = call('PATCH /v1/profile/notification/settings', {
  summary: 'Changes parts of the settings; only the given categories of the channels, all rows of a given child',
  added: true,
  access: { who: 'signed-in' },
  body: settings.partial().extend({ children: z.array(childChannels).max(50).optional() }),
  answer: allSettings,
})

/** What a push notification carries, encrypted for the browser. `src/sw.ts` shows it. */
export type PushMessage = {
  title: string
  body: string
  /** Equal for repeated deliveries of a message: the browser shows it once. */
  tag: string
  /** An address of the application. */
  path: string
  language: string
}

/** The longest that known push services give out is about 500 characters. */
const pushEndpoint = z.url({ protocol: /^https?$/ }).max(urlLength)
const base64url = z.string().regex(/^[A-Za-z0-9_-]+$/)

const pushSubscription = z.strictObject({
  endpoint: pushEndpoint,
  keys: z.strictObject({
    /** A point of P-256, 65 bytes. */
    p256dh: base64url.length(87),
    /** 16 bytes. */
    auth: base64url.length(22),
  }),
})

const pushDevice = z.object({
  id: uuid,
  browser: z.string().nullable(),
  system: z.string().nullable(),
  createdAt: iso,
  /** The browser of this session. */
  isCurrent: z.boolean(),
})
export type PushDevice = z.infer<typeof pushDevice>

export const listPushDevices = call('GET /v1/profile/push-subscription/list', {
  summary: 'Browsers that get push notifications, and the key by which the server signs them',
  added: true,
  access: { who: 'signed-in' },
  answer: z.object({
    /** `applicationServerKey` of `PushManager.subscribe`; null where the school has no service worker. */
    publicKey: z.string().nullable(),
    devices: z.array(pushDevice),
  }),
})

export const subscribeToPush = call('POST /v1/profile/push-subscription', {
  summary: 'Sends push notifications to this browser, until its session is ended by a person',
  added: true,
  access: { who: 'signed-in' },
  body: pushSubscription,
  answer: z.object({ id: uuid }),
})

export const getPushKey = call('GET /v1/push-subscription/key', {
  summary: 'The key by which the server signs push notifications, for a service worker that subscribes again',
  added: true,
  access: { who: 'anyone' },
  answer: z.object({ publicKey: z.string().nullable() }),
})

export const renewPushSubscription = call('POST /v1/push-subscription/renewal', {
  summary:
    'Replaces the subscription of this browser, which it proves by its cookie, also when its session has expired',
  added: true,
  access: { who: 'anyone' },
  duringImpersonation: 'allowed',
  limit: 'sign-in',
  body: pushSubscription,
})

export const unsubscribeFromPush = call('DELETE /v1/profile/push-subscription/{id}', {
  summary: 'Sends no push notifications to a browser any more',
  added: true,
  access: { who: 'signed-in' },
  params: z.object({ id: uuid }),
})
