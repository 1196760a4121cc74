import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { PgTransaction } from 'drizzle-orm/pg-core'
import type { Locale } from '#contract/enumerations.ts'
import type { Database } from '#server/db/client.ts'
import { type ChannelName, deliveries } from '#server/db/schema/notifications.ts'
import { users } from '#server/db/schema/people.ts'
import { enqueueMessages } from './deliver-message.ts'
import type { MessageKind, MessageValues } from './render-message.ts'
import { type Notification, storeNotifications } from './store-notifications.ts'

/** An email address, or a phone in E.164. */
export type Target = { email: string } | { phone: string }

type Contacts = { email: string | null; phone: string | null }
type Recipient = Contacts & { id: string; language: Locale | null }

/** Columns of the recipient of a notice. */
export const recipientColumns = { id: users.id, email: users.email, phone: users.phone, language: users.language }

type Options = {
  expiresAt?: Date | null
  /** The subject of a one-time message: it is not repeated as long as the first one is kept. */
  once?: string
}
type Message<Kind extends MessageKind> = Options & {
  to: Target
  kind: Kind
  language: Locale
  values: MessageValues[Kind]
  now: Date
}
/** What a user is told, in the application and by a message to the address and in the language of the recipient. */
export type Notice = {
  [Kind in MessageKind]: Options &
    Omit<Notification<Kind>, 'userId'> & {
      recipient: Recipient
      /** Only in the application. */
      isSilent?: boolean
    }
}[MessageKind]

/**
 * Tells users in their language (Russian before they have chosen one): in the application, and by email or else by phone.
 * Users without both get no message. What was told before is not told again. Returns the number of messages.
 */
export async function notifyUsers(database: Database, now: Date, notices: readonly Notice[]): Promise<number> {
  if (notices.length === 0) return 0
  return inTransaction(database, async (transaction) => {
    const all = notices.map(({ recipient, ...notice }) => ({ ...notice, userId: recipient.id }))
    const isNew = await storeNotifications(transaction, now, all)
    const messages = notices.flatMap(({ recipient, kind, values, expiresAt, once, isSilent }, position) => {
      const to = preferredTarget(recipient)
      if (!to || isSilent || !isNew.has(position)) return []
      const language = recipient.language ?? 'ru'
      const options = { ...(expiresAt && { expiresAt }), ...(once !== undefined && { once }) }
      return [{ ...options, to, kind, language, values: typeof values === 'function' ? values(language) : values, now }]
    })
    await queueMessages<MessageKind>(transaction, messages)
    return messages.length
  })
}

/** Call it with the transaction of the change: the message is sent if, and only if, the change is committed. */
export async function queueMessage<Kind extends MessageKind>(
  transaction: Database,
  message: Message<Kind>,
): Promise<void> {
  await queueMessages(transaction, [message])
}

/** As `queueMessage` for many messages in one statement. */
export async function queueMessages<Kind extends MessageKind>(
  transaction: Database,
  messages: readonly Message<Kind>[],
): Promise<void> {
  if (messages.length === 0) return
  const rows = messages.map(({ to, kind, language, values, now, expiresAt = null, once }) => {
    const id = deliveryId(kind, once)
    return { id, ...channelOf(to), kind, language, values, queued_at: now, expires_at: expiresAt }
  })
  await inTransaction(transaction, async (inside) => {
    const { rows: added } = await inside.execute<{ id: string; kind: string; channel: string }>(sql`
      insert into ${deliveries} (id, channel, target, kind, language, "values", queued_at, expires_at)
      select id, channel, target, kind, language, "values", queued_at, expires_at
      from json_populate_recordset(null::${deliveries}, ${JSON.stringify(rows)}::json)
      on conflict do nothing
      returning id, kind, channel
    `)
    await enqueueMessages(inside, added)
  })
}

/** A message and its job are added together, also where the caller has no transaction. */
function inTransaction<Result>(database: Database, work: (transaction: Database) => Promise<Result>): Promise<Result> {
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

export function channelOf(to: Target): { channel: ChannelName; target: string } {
  return 'email' in to ? { channel: 'email', target: to.email } : { channel: 'phone', target: to.phone }
}
