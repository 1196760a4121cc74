import { randomUUID } from 'node:crypto'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { type Locale, locales, type NotificationCategory } from '#contract/enumerations.ts'
import { announceChanges } from '#server/changes/announce-changes.ts'
import type { Database } from '#server/db/client.ts'
import { schoolNews } from '#server/db/schema/content.ts'
import { notifications } from '#server/db/schema/notifications.ts'
import type { MessageKind, MessageValues } from './render-message.ts'

type NotificationKind = {
  category: NotificationCategory
  /** The default link. */
  path: string
  /** Goes into the digest, unless it is about the next hours. */
  canWait?: true
  /** The person has just caused it: sent in quiet hours too. */
  isReply?: true
}

/** What a new notification changes for its person. */
const bellCalls = ['GET /v1/profile/notification/list', 'GET /v1/profile/notification/unread'] as const

/** Category and default link of each kind that the application shows. Other kinds are messages only. */
export const notificationKinds: Partial<Record<MessageKind, NotificationKind>> = {
  'lesson-moved': { category: 'lessons', path: '/schedule', canWait: true },
  'lesson-cancelled': { category: 'lessons', path: '/schedule', canWait: true },
  'lesson-substituted': { category: 'lessons', path: '/schedule', canWait: true },
  'lesson-added': { category: 'lessons', path: '/schedule', canWait: true },
  'lesson-taken-over': { category: 'lessons', path: '/', canWait: true },
  'lesson-handed-over': { category: 'lessons', path: '/', canWait: true },
  'absence-reported': { category: 'lessons', path: '/', canWait: true },
  'absence-withdrawn': { category: 'lessons', path: '/', canWait: true },
  'mark-new': { category: 'marks', path: '/grade-book/', canWait: true },
  'mark-changed': { category: 'marks', path: '/grade-book/', canWait: true },
  'absence-marked': { category: 'marks', path: '/grade-book/', canWait: true },
  'homework-overdue': { category: 'homework', path: '/homework', canWait: true },
  'payment-due': { category: 'payments', path: '/contracts-and-payments/' },
  'payment-overdue': { category: 'payments', path: '/contracts-and-payments/' },
  'payment-arrived': { category: 'payments', path: '/contracts-and-payments/' },
  'late-payment-arrived': { category: 'payments', path: '/contracts-and-payments/' },
  'payment-returned': { category: 'payments', path: '/contracts-and-payments/' },
  'payment-unbooked': { category: 'payments', path: '/contracts-and-payments/' },
  'payment-twice': { category: 'payments', path: '/contracts-and-payments/' },
  'payment-after-end': { category: 'payments', path: '/contracts-and-payments/' },
  'refund-begun': { category: 'payments', path: '/contracts-and-payments/' },
  'refund-failed': { category: 'payments', path: '/contracts-and-payments/' },
  'payment-refused': { category: 'payments', path: '/contracts-and-payments/' },
  'autopay-on': { category: 'payments', path: '/contracts-and-payments/' },
  'autopay-announced': { category: 'payments', path: '/contracts-and-payments/' },
  'autopay-retried': { category: 'payments', path: '/contracts-and-payments/' },
  'autopay-unpaid': { category: 'payments', path: '/contracts-and-payments/' },
  'autopay-off': { category: 'payments', path: '/contracts-and-payments/' },
  'autopay-ended': { category: 'payments', path: '/contracts-and-payments/' },
  'autopay-skipped': { category: 'payments', path: '/contracts-and-payments/' },
  'group-place-held': { category: 'enrolment', path: '/change-schedule' },
  'group-place-lapsed': { category: 'enrolment', path: '/change-schedule' },
  'group-place-passed': { category: 'enrolment', path: '/change-schedule' },
  'course-place-held': { category: 'enrolment', path: '/catalog/' },
  'course-place-lapsed': { category: 'enrolment', path: '/catalog/' },
  'course-place-passed': { category: 'enrolment', path: '/catalog/' },
  'waiting-list-ended': { category: 'enrolment', path: '/catalog/' },
  'transfer-called-off': { category: 'enrolment', path: '/change-schedule' },
  'transfer-applied': { category: 'enrolment', path: '/schedule' },
  'contract-made': { category: 'enrolment', path: '/contracts-and-payments/', isReply: true },
  'contract-concluded': { category: 'enrolment', path: '/contracts-and-payments/', isReply: true },
  'contract-not-paid': { category: 'enrolment', path: '/contracts-and-payments/' },
  'termination-asked': { category: 'enrolment', path: '/contracts-and-payments/', isReply: true },
  'termination-withdrawn': { category: 'enrolment', path: '/contracts-and-payments/', isReply: true },
  'return-account-needed': { category: 'payments', path: '/contracts-and-payments/' },
  'contract-terminated': { category: 'enrolment', path: '/contracts-and-payments/' },
  'contract-frozen': { category: 'enrolment', path: '/contracts-and-payments/' },
  'contract-unfrozen': { category: 'enrolment', path: '/contracts-and-payments/' },
  'contract-ended': { category: 'enrolment', path: '/contracts-and-payments/' },
  'contract-paper': { category: 'enrolment', path: '/contracts-and-payments/' },
  'payment-changed': { category: 'payments', path: '/contracts-and-payments/' },
  'contract-to-sign': { category: 'enrolment', path: '/contracts-and-payments/', isReply: true },
  'contract-signed': { category: 'enrolment', path: '/contracts-and-payments/' },
  'contract-not-signed': { category: 'enrolment', path: '/contracts-and-payments/' },
  'enrolment-given-up': { category: 'enrolment', path: '/2035' },
  'enrolment-expiring': { category: 'enrolment', path: '/contracts-and-payments/' },
  'tax-certificate-ready': { category: 'documents', path: '/tax-deduction' },
  'tax-certificate-dropped': { category: 'documents', path: '/tax-deduction' },
  'ticket-answered': { category: 'tickets', path: '/messages' },
  'ticket-addressed': { category: 'tickets', path: '/messages' },
  'event-reminder': { category: 'events', path: '/events', canWait: true },
  'news-published': { category: 'news', path: '/news', canWait: true },
  'accounts-joined': { category: 'security', path: '/profile?section=accounts' },
  'own-accounts-joined': { category: 'security', path: '/profile?section=accounts' },
  'accounts-separated': { category: 'security', path: '/profile?section=accounts' },
  'account-visited': { category: 'security', path: '/profile?section=devices' },
  'guardian-rights-changed': { category: 'security', path: '/' },
  'coming-of-age': { category: 'security', path: '/profile' },
  'of-age': { category: 'security', path: '/profile' },
  'pairing-code-made': { category: 'security', path: '/profile' },
  'guardian-paired': { category: 'security', path: '/profile' },
  'student-paired': { category: 'security', path: '/profile' },
  'account-linked': { category: 'security', path: '/profile?section=accounts' },
  'account-unlinked': { category: 'security', path: '/profile?section=accounts' },
  'new-device': { category: 'security', path: '/profile?section=devices' },
  'password-set': { category: 'security', path: '/profile?section=security' },
  'password-changed': { category: 'security', path: '/profile?section=security' },
  'password-recovered': { category: 'security', path: '/profile?section=security' },
  'email-changed': { category: 'security', path: '/profile' },
  'phone-changed': { category: 'security', path: '/profile' },
  'phone-confirmed': { category: 'security', path: '/profile' },
  'factor-locked': { category: 'security', path: '/profile?section=security' },
  'pairing-locked': { category: 'security', path: '/profile' },
  'email-rejected': { category: 'security', path: '/profile' },
  'data-export-ready': { category: 'security', path: '/profile?section=data' },
  'data-export-failed': { category: 'security', path: '/profile?section=data' },
  'push-ended': { category: 'security', path: '/profile?section=notifications' },
  'data-request-received': { category: 'security', path: '/profile?section=data' },
  'data-request-answered': { category: 'security', path: '/profile?section=data' },
  'account-secured': { category: 'security', path: '/profile?section=security' },
}

/** What the application shows of a notice. */
export type Notification<Kind extends MessageKind = MessageKind> = {
  userId: string
  kind: Kind
  values: MessageValues[Kind] | ((language: Locale) => MessageValues[Kind])
  /** Shown only as long as the person may see this student's data. */
  studentId?: string | null | undefined
  /** A more exact address than that of the kind. */
  path?: string | undefined
  /** The subject of a one-time notification. */
  once?: string | undefined
  /** The news item of the school, so that it disappears with it. */
  newsId?: string | undefined
  /** Only in messages. */
  isHidden?: boolean
  expiresAt?: Date | null
  awaitsDigest?: boolean
  /** Names the change: notifications of one kind about one student that it causes are shown as one. */
  change?: string | undefined
}

/**
 * Stores what the application shows, in the transaction of the change. Returns the positions of those that were not
 * stored before; kinds that the application does not show are among them.
 */
export async function storeNotifications(
  transaction: Database,
  now: Date,
  all: readonly Notification[],
): Promise<Set<number>> {
  const shown = all.flatMap(
    ({ userId, kind, values, studentId = null, path, once, change, newsId = null, ...rest }, position) => {
      const known = notificationKinds[kind]
      if (!known) return []
      const key = `${kind} ${once ?? randomUUID()}`
      const groupKey = groupKeyOf({ kind, studentId, change }) ?? key
      return {
        position,
        row: {
          user_id: userId,
          kind,
          student_id: studentId,
          news_id: newsId,
          key,
          group_key: groupKey,
          at: now,
          is_shown: !rest.isHidden,
          awaits_digest: rest.awaitsDigest ?? false,
          expires_at: rest.expiresAt,
          category: known.category,
          path: path ?? known.path,
          values: valuesByLanguage(values),
        },
      }
    },
  )
  const added = new Set<string>()
  if (shown.length > 0) {
    const { rows } = await transaction.execute<{ userId: string; key: string }>(sql`
      insert into ${notifications} (user_id, category, kind, student_id, news_id, "values", path, key, group_key, at, is_shown, awaits_digest, expires_at)
      select user_id, category, kind, student_id, news_id, "values", path, key, group_key, at, is_shown, awaits_digest, expires_at
      from json_populate_recordset(null::${notifications}, ${JSON.stringify(shown.map(({ row }) => row))}::json)
      on conflict do nothing returning user_id as "userId", key
    `)
    for (const { userId, key } of rows) added.add(`${userId} ${key}`)
    const userIds = [...new Set(rows.map(({ userId }) => userId))]
    await announceChanges(transaction, { userIds, calls: bellCalls })
  }
  const repeated = new Set(
    shown.flatMap(({ row, position }) => (added.delete(`${row.user_id} ${row.key}`) ? [] : [position])),
  )
  return new Set(all.keys().filter((position) => !repeated.has(position)))
}

/** Takes back a one-time notification that is no longer true. */
export async function withdrawNotification(
  transaction: Database,
  { userId, kind, once }: { userId: string; kind: MessageKind; once: string },
): Promise<void> {
  const isIt = and(eq(notifications.userId, userId), eq(notifications.key, `${kind} ${once}`))
  const withdrawn = await transaction.delete(notifications).where(isIt).returning({ id: notifications.id })
  if (withdrawn.length > 0) await announceChanges(transaction, { userIds: [userId], calls: bellCalls })
}

/** Marks the unread notifications that lead to an address as read: the user has opened it. */
export async function readNotificationsOf(
  database: Database,
  { userId, path, now }: { userId: string; path: string; now: Date },
): Promise<void> {
  const isIt = and(eq(notifications.userId, userId), eq(notifications.path, path), isNull(notifications.readAt))
  await database.update(notifications).set({ readAt: now }).where(isIt)
}

/** Notifications with the same key are shown as one; null for one that is shown alone. */
export function groupKeyOf({ kind, studentId = null, change }: Pick<Notification, 'kind' | 'studentId' | 'change'>) {
  return change === undefined ? null : `${kind} ${studentId} ${change}`
}

function valuesByLanguage(values: Notification['values']): Record<string, unknown> {
  return Object.fromEntries(
    locales.map((language) => [language, typeof values === 'function' ? values(language) : values]),
  )
}

/** The values of a notification's text in a language: of a news item the present ones. */
export function currentValues(language: Locale): SQL {
  const present = sql`select json_build_object('title', title, 'text', preview)::jsonb from ${schoolNews} where ${schoolNews.id} = ${notifications.newsId}`
  return sql`case when ${notifications.newsId} is null then ${notifications.values} -> ${language}::text else (${present}) end`
}

/** Whether a one-time notification about the value of a column was stored for the user. */
export function wasNotified(kind: MessageKind, { userId, once }: { userId: AnyPgColumn; once: AnyPgColumn }): SQL {
  return sql`exists (select 1 from ${notifications} where ${notifications.userId} = ${userId} and ${notifications.key} = ${`${kind} `} || ${once})`
}
