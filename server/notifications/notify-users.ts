import type { Locale, NotificationChannel } from '#contract/enumerations.ts'
import { findRefusedNotices } from '#server/access/notification-rights.ts'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import { isWanted } from './delivery-rules.ts'
import { findDeliverySettings, type PersonSettings } from './delivery-settings.ts'
import {
  inTransaction,
  type MessageTarget,
  preferredTarget,
  type QueuedMessage,
  queueMessages,
} from './queue-message.ts'
import { type MessageKind, type MessageValues, renderNotification, renderPushOfGroup } from './render-message.ts'
import { groupKeyOf, type Notification, notificationKinds, storeNotifications } from './store-notifications.ts'

type Recipient = { id: string; email: string | null; phone: string | null; language: Locale | null }

/** Columns of the recipient of a notice. */
export const recipientColumns = { id: users.id, email: users.email, phone: users.phone, language: users.language }

/** A notification of a user, in the application and by messages in the language of the recipient. */
export type UserNotification = {
  [Kind in MessageKind]: Pick<
    Notification<Kind>,
    'kind' | 'values' | 'studentId' | 'path' | 'once' | 'change' | 'newsId'
  > & {
    recipient: Recipient
    expiresAt?: Date | null
    /** When what it is about begins: within a day before, it does not wait for the digest. */
    urgentBefore?: Date
    /**
     * First name of the student, which only messages say. The application does not store it, and shows it as long as the
     * person sees the student.
     */
    studentName?: string | false
  }
}[MessageKind]

/** A change that concerns more people than this does not hold up messages to a few. */
const bulkSize = 100

/** Milliseconds in which a notice is urgent. */
const urgentPeriod = 24 * 60 * 60_000

/**
 * Notifies users in their language (Russian before they have chosen one), where and when they have chosen: in the
 * application, by email (or else by phone), by SMS, by push, or in the next digest. What was sent before is not sent
 * again. A guardian is notified of what the rights for the child allow.
 * Returns the number of messages.
 */
export async function notifyUsers(database: Database, now: Date, all: readonly UserNotification[]): Promise<number> {
  if (all.length === 0) return 0
  return inTransaction(database, async (transaction) => {
    const notices = await withoutRefused(transaction, all)
    const settings = await findDeliverySettings(
      transaction,
      notices.map(({ recipient }) => recipient.id),
    )
    const planned = notices.map((notice) => ({
      notice,
      plan: planDelivery(notice, settings.get(notice.recipient.id), now),
    }))
    const isNew = await storeNotifications(
      transaction,
      now,
      planned.map(({ notice: { recipient, ...notice }, plan: { isHidden, awaitsDigest } }) => {
        return { ...notice, userId: recipient.id, isHidden, awaitsDigest }
      }),
    )
    const messages = [...groupNotices(planned.filter((_, position) => isNew.has(position)))].flatMap((group) =>
      messagesOf(group, now),
    )
    await queueMessages<MessageKind>(transaction, messages, { isBulk: notices.length > bulkSize })
    return messages.length
  })
}

async function withoutRefused(
  transaction: Database,
  notices: readonly UserNotification[],
): Promise<readonly UserNotification[]> {
  const refused = await findRefusedNotices(
    transaction,
    notices.map(({ kind, recipient, studentId }) => {
      return { recipient, studentId, category: notificationKinds[kind]?.category ?? 'security' }
    }),
  )
  return notices.filter((_, position) => !refused.has(position))
}

type Plan = { isHidden: boolean; awaitsDigest: boolean; targets: MessageTarget[] }
type Planned = { notice: UserNotification; plan: Plan }

function planDelivery(
  { kind, recipient, studentId, urgentBefore }: UserNotification,
  settings: PersonSettings | undefined,
  now: Date,
): Plan {
  const known = notificationKinds[kind]
  const email = settings?.isEmailRejected ? null : recipient.email
  const first = preferredTarget({ email, phone: recipient.phone })
  // A message that answers what the person has just done, as the number of a ticket.
  if (!known || !settings) return { isHidden: false, awaitsDigest: false, targets: first ? [first] : [] }
  const wants = (channel: NotificationChannel) =>
    isWanted(settings, { roles: settings.roles, category: known.category, channel, studentId })
  const isUrgent = urgentBefore !== undefined && urgentBefore.getTime() - now.getTime() <= urgentPeriod
  const isHidden = !wants('app')
  // A push notification disturbs less than an email, and does not wait for the digest.
  const byPush = wants('push') ? settings.pushSubscriptions.map((push) => ({ push })) : []
  if (known.canWait && !isUrgent && settings.frequency !== 'at-once')
    return { isHidden, awaitsDigest: wants('email') && email !== null, targets: byPush }
  const byEmail = wants('email') ? first : null
  const bySms = wants('sms') && recipient.phone && !(byEmail && 'phone' in byEmail) ? { phone: recipient.phone } : null
  return { isHidden, awaitsDigest: false, targets: [byEmail, bySms, ...byPush].filter((to) => to !== null) }
}

/** Notices of one change to one person are one message. */
function groupNotices(planned: readonly Planned[]): Iterable<Planned[]> {
  return Map.groupBy(planned, ({ notice }) => {
    const key = groupKeyOf(notice)
    return key === null ? notice : `${notice.recipient.id} ${key}`
  }).values()
}

function messagesOf(group: readonly Planned[], now: Date): QueuedMessage<MessageKind>[] {
  const [first] = group
  if (!first) return []
  const { notice, plan } = first
  const { kind, recipient, studentId, newsId, path, expiresAt, once, studentName } = notice
  const language = recipient.language ?? 'ru'
  const known = notificationKinds[kind]
  const about = known
    ? {
        userId: recipient.id,
        category: known.category,
        studentId,
        newsId,
        path: path ?? known.path,
        isDeferrable: known.category !== 'security' && !known.isReply,
      }
    : path && { path }
  const options = { ...about, ...(expiresAt && { expiresAt }), language, now }
  const values = group.map(({ notice }) =>
    typeof notice.values === 'function' ? notice.values(language) : notice.values,
  )
  if (group.length > 1) {
    const shown = { values, count: values.length }
    return plan.targets.map((to) => {
      const item = 'push' in to ? renderPushOfGroup(kind, language, shown) : renderNotification(kind, language, shown)
      return { ...options, to, kind: 'summary', values: { items: JSON.stringify([item]) } }
    })
  }
  // Kinds that can wait are sent to several people under the same name.
  const isOneTime = once !== undefined && !known?.canWait
  const said = { ...values[0], ...(studentName && { student: studentName }) } as MessageValues[MessageKind]
  return plan.targets.map((to, index) => ({
    ...options,
    to,
    kind,
    values: said,
    ...(isOneTime && { once: 'push' in to ? `${once} ${to.push}` : index === 0 ? once : `${once} ${index}` }),
  }))
}
