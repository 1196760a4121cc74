import { z } from 'zod'
import { call } from './call.ts'
import { notificationCategories } from './enumerations.ts'
import { count, iso, page, uuid } from './schemas.ts'

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
})
export type AppNotification = z.infer<typeof notification>

export const listNotifications = call('GET /v1/profile/notification/list', {
  summary: 'Notifications of the last year, newest first; those of one change are one',
  added: true,
  access: { who: 'signed-in' },
  query: z.object({ category: z.enum(notificationCategories).optional(), page }),
  answer: z.object({ items: z.array(notification), page: z.int(), pageSize: z.int(), total: count }),
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
