import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { PgTransaction } from 'drizzle-orm/pg-core'
import type { Locale, NotificationCategory } from '#contract/enumerations.ts'
import type { Database } from '#server/db/client.ts'
import { type ChannelName, type DeliveryChannelName, deliveries } from '#server/db/schema/notifications.ts'
import { enqueueMessages } from './deliver-message.ts'
import type { MessageKind, MessageValues } from './render-message.ts'

/** An email address, or a phone in E.164. */
export type Target = { email: string } | { phone: string }
/** `push` is the id of a subscription. */
export type MessageTarget = Target | { push: string }

type Contacts = { email: string | null; phone: string | null }
type Options = {
  expiresAt?: Date | null
  /** The subject of a one-time message: it is not repeated as long as the first one is kept. */
  once?: string
}
/** The user and the category of a message that the user can unsubscribe from, and where it leads to. */
type About = {
  userId?: string
  category?: NotificationCategory
  /** Not sent to a guardian who may no longer be notified of this student. */
  studentId?: string | null | undefined
  /** Not sent to a user for whom this news item is not any more. */
  newsId?: string | undefined
  path?: string | null
  /** Waits for the end of the user's quiet hours, and is not sent during a pause. */
  isDeferrable?: boolean
}
export type QueuedMessage<Kind extends MessageKind> = Options &
  About & {
    to: MessageTarget
    kind: Kind
    language: Locale
    values: MessageValues[Kind]
    now: Date
  }
/** Call it with the transaction of the change: the message is sent if, and only if, the change is committed. */
export async function queueMessage<Kind extends MessageKind>(
  transaction: Database,
  message: QueuedMessage<Kind>,
): Promise<void> {
  await queueMessages(transaction, [message])
}

/** As `queueMessage` for many messages in one statement. Those of a bulk, and digests, are sent after all others. */
export async function queueMessages<Kind extends MessageKind>(
  transaction: Database,
  messages: readonly QueuedMessage<Kind>[],
  { isBulk = false } = {},
): Promise<void> {
  if (messages.length === 0) return
  const rows = messages.map(({ to, kind, language, values, now, expiresAt = null, once, ...about }) => {
    const id = deliveryId(kind, once)
    const { userId = null, category = null, studentId = null, newsId = null, path = null, isDeferrable = false } = about
    const ofUser = {
      user_id: userId,
      category,
      student_id: studentId,
      news_id: newsId,
      path,
      is_deferrable: isDeferrable,
    }
    return { id, ...destinationOf(to), ...ofUser, kind, language, values, queued_at: now, expires_at: expiresAt }
  })
  await inTransaction(transaction, async (inside) => {
    const { rows: added } = await inside.execute<{ id: string; kind: string; channel: string }>(sql`
      insert into ${deliveries} (id, channel, target, user_id, category, student_id, news_id, path, is_deferrable, kind, language, "values", queued_at, expires_at)
      select id, channel, target, user_id, category, student_id, news_id, path, is_deferrable, kind, language, "values", queued_at, expires_at
      from json_populate_recordset(null::${deliveries}, ${JSON.stringify(rows)}::json)
      on conflict do nothing
      returning id, kind, channel
    `)
    const isLast = isBulk || messages.every(({ kind }) => kind === 'digest')
    await enqueueMessages(inside, added, isLast ? 0 : 1)
  })
}

/** A message and its job are added together, also where the caller has no transaction. */
export function inTransaction<Result>(
  database: Database,
  work: (transaction: Database) => Promise<Result>,
): Promise<Result> {
  const isTransaction: boolean = database instanceof PgTransaction
  return isTransaction ? work(database) : database.transaction(work)
}

/** A deterministic id deduplicates one-time messages. */
function deliveryId(kind: MessageKind, once: string | undefined): string {
  return once === undefined ? randomUUID() : createHash('md5').update(`${kind} ${once}`).digest('hex')
}

/** The email address, or the phone where there is none. */
export function preferredTarget({ email, phone }: Contacts): Target | null {
  if (email) return { email }
  return phone ? { phone } : null
}

/** Every address of a user, for security notices: another person may read one of them. */
export function allTargets({ email, phone }: Contacts): Target[] {
  return [...(email ? [{ email }] : []), ...(phone ? [{ phone }] : [])]
}

function destinationOf(to: MessageTarget): { channel: DeliveryChannelName; target: string } {
  return 'push' in to ? { channel: 'push', target: to.push } : channelOf(to)
}

export function channelOf(to: Target): { channel: ChannelName; target: string } {
  return 'email' in to ? { channel: 'email', target: to.email } : { channel: 'phone', target: to.phone }
}
