import { sql } from 'drizzle-orm'
import { boolean, check, date, index, jsonb, pgTable, smallint, text, unique, uuid } from 'drizzle-orm/pg-core'
import {
  type Locale,
  locales,
  type NotificationCategory,
  type NotificationChannel,
  notificationCategories,
  notificationFrequencies,
} from '#contract/enumerations.ts'
import { knownDevices } from './account-security.ts'
import { id, instant, oneOfCheck } from './columns.ts'
import { schoolNews } from './content.ts'
import { identityProvider } from './identity.ts'
import { users } from './people.ts'

/** Contacts to which a message can go. */
export const channels = ['email', 'phone'] as const
export type ChannelName = (typeof channels)[number]

/** Where a notification can go: to a browser, too. */
const deliveryChannels = [...channels, 'push'] as const
export type DeliveryChannelName = (typeof deliveryChannels)[number]

/** Messages to people. Each that is still to be sent has a job in the queue `send-message`. */
export const deliveries = pgTable(
  'deliveries',
  {
    id: id(),
    channel: text('channel', { enum: deliveryChannels }).notNull(),
    /** An email address, a phone, or the id of a push subscription. */
    target: text('target').notNull(),
    /** The user it is for; null where the address is all that is known. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    category: text('category', { enum: notificationCategories }),
    /** The student it is about: a guardian who has lost the right meanwhile is not sent it. */
    studentId: uuid('student_id').references(() => users.id, { onDelete: 'set null' }),
    /** The news item: sent as long as the user is one of its people. No key, so that a message of a deleted item is known. */
    newsId: uuid('news_id'),
    /** The address in the application that it leads to. */
    path: text('path'),
    /** Waits for the end of the user's quiet hours. */
    isDeferrable: boolean('is_deferrable').notNull().default(false),
    /** A kind of `server/notifications/render-message.ts`. */
    kind: text('kind').notNull(),
    language: text('language', { enum: locales }).notNull(),
    /** What the template is filled with. Erased once the message is sent or given up: it may hold a code. */
    values: jsonb('values').$type<Record<string, string>>(),
    queuedAt: instant('queued_at').notNull(),
    /** From then on the message is not sent any more. */
    expiresAt: instant('expires_at'),
    deliveredAt: instant('delivered_at'),
    /** Why the message was given up. Without its contents. */
    failure: text('failure'),
  },
  (delivery) => [
    index('deliveries_queued_at').on(delivery.queuedAt),
    index('deliveries_user').on(delivery.userId, delivery.queuedAt),
    index('deliveries_student').on(delivery.studentId).where(sql`${delivery.studentId} is not null`),
    oneOfCheck('deliveries_category', delivery.category, notificationCategories),
    oneOfCheck('deliveries_channel', delivery.channel, deliveryChannels),
    oneOfCheck('deliveries_language', delivery.language, locales),
    check('deliveries_state', sql`num_nonnulls(${delivery.values}, ${delivery.deliveredAt}, ${delivery.failure}) = 1`),
  ],
)

/** Notifications in the application. Rows with the same `group_key` are shown as one. */
export const notifications = pgTable(
  'notifications',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    category: text('category', { enum: notificationCategories }).notNull(),
    kind: text('kind').notNull(),
    /** The student it is about: shown as long as the person may see the student's data. */
    studentId: uuid('student_id').references(() => users.id, { onDelete: 'cascade' }),
    /** The news item of the school: its present title is shown, and nothing once it is withdrawn. */
    newsId: uuid('news_id').references(() => schoolNews.id, { onDelete: 'cascade' }),
    /** The parameters of the text, with dates and sums in each language. */
    values: jsonb('values').$type<Record<Locale, Record<string, string>>>().notNull(),
    /** Where it leads to in the application. */
    path: text('path').notNull(),
    /** The same notification is stored once. Orders the notifications of a group. */
    key: text('key').notNull(),
    groupKey: text('group_key').notNull(),
    at: instant('at').notNull(),
    readAt: instant('read_at'),
    /** Shown in the application; otherwise only in the next digest. */
    isShown: boolean('is_shown').notNull().default(true),
    /** Goes into the next digest. */
    awaitsDigest: boolean('awaits_digest').notNull().default(false),
    /** From then on it is of no use in a digest, as a lesson that is over. */
    expiresAt: instant('expires_at'),
  },
  (table) => [
    unique('notifications_once').on(table.userId, table.key),
    index('notifications_newest').on(table.userId, table.at),
    index('notifications_unread').on(table.userId, table.groupKey).where(sql`${table.readAt} is null`),
    index('notifications_digest').on(table.userId).where(sql`${table.awaitsDigest}`),
    index('notifications_student').on(table.studentId),
    index('notifications_news').on(table.newsId).where(sql`${table.newsId} is not null`),
    index('notifications_at').on(table.at),
    oneOfCheck('notifications_category', table.category, notificationCategories),
  ],
)

/** What a person has chosen; everything else is the default of `server/notifications/delivery-rules.ts`. */
export const notificationSettings = pgTable(
  'notification_settings',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    channels: jsonb('channels').$type<ChosenChannels>().notNull().default({}),
    /** Of children whose notifications go elsewhere, by the id of the student. */
    childChannels: jsonb('child_channels').$type<Record<string, ChosenChannels>>().notNull().default({}),
    frequency: text('frequency', { enum: notificationFrequencies }).notNull().default('daily'),
    digestHour: smallint('digest_hour').notNull().default(18),
    /** Hours; both null without quiet hours. */
    quietFrom: smallint('quiet_from').default(22),
    quietUntil: smallint('quiet_until').default(8),
    /** Null: that of the school. */
    timeZone: text('time_zone'),
    pausedUntil: date('paused_until'),
    /** Push notifications name marks and sums. */
    pushDetails: boolean('push_details').notNull().default(false),
  },
  (table) => [
    oneOfCheck('notification_settings_frequency', table.frequency, notificationFrequencies),
    check(
      'notification_settings_hours',
      sql`${table.digestHour} between 0 and 23 and ${table.quietFrom} between 0 and 23 and ${table.quietUntil} between 0 and 23`,
    ),
    check('notification_settings_quiet', sql`(${table.quietFrom} is null) = (${table.quietUntil} is null)`),
  ],
)
export type ChosenChannels = Partial<Record<NotificationCategory, Partial<Record<NotificationChannel, boolean>>>>

/**
 * Browsers that get push notifications. A subscription outlives the session, which ends after half an hour without use,
 * and belongs to the browser in which the user has signed in.
 */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    knownDeviceId: uuid('known_device_id')
      .notNull()
      .unique()
      .references(() => knownDevices.id, { onDelete: 'cascade' }),
    /** The address at the push service of the browser. Knowing it and the keys is enough to send. */
    endpoint: text('endpoint').notNull().unique(),
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    browser: text('browser'),
    system: text('system'),
    createdAt: instant('created_at').notNull(),
    /** When its push service refused it for good. The browser may still renew it. */
    endedAt: instant('ended_at'),
  },
  (table) => [index('push_subscriptions_user_id').on(table.userId)],
)

/** Email addresses whose mail server has refused them for good. Nothing is sent there until a code has arrived. */
export const rejectedAddresses = pgTable('rejected_addresses', {
  /** In lower case. */
  address: text('address').primaryKey(),
  rejectedAt: instant('rejected_at').notNull(),
})

/** Messages of the demo, shown by the embedded provider at `/outbox` instead of being sent. */
export const outboxMessages = identityProvider.table(
  'outbox_messages',
  {
    /** The id of the delivery, so that a repeated delivery adds no second message. */
    id: uuid('id').primaryKey(),
    channel: text('channel', { enum: channels }).notNull(),
    target: text('target').notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    /** Of an email. */
    html: text('html'),
    at: instant('at').notNull(),
  },
  (message) => [index('outbox_messages_at').on(message.at)],
)
