import { createHash, randomUUID } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, PgTransaction } from 'drizzle-orm/pg-core'
import type { Locale } from '#contract/enumerations.ts'
import type { Database } from '#server/db/client.ts'
import { type ChannelName, deliveries } from '#server/db/schema/notifications.ts'
import { users } from '#server/db/schema/people.ts'
import { enqueueMessages } from './deliver-message.ts'
import type { MessageKind, MessageValues } from './templates.ts'

/** An email address, or a phone in E.164. */
export type Target = { email: string } | { phone: string }

type Contacts = { email: string | null; phone: string | null }
type Recipient = Contacts & { language: Locale | null }

/** Columns of the recipient of a notice. */
export const recipientColumns = { email: users.email, phone: users.phone, language: users.language }

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
/** A message to a user whose address and language are those of the recipient. */
export type Notice = {
  [Kind in MessageKind]: Options & {
    recipient: Recipient
    kind: Kind
    values: MessageValues[Kind] | ((language: Locale) => MessageValues[Kind])
  }
}[MessageKind]

/**
 * Queues notices to users in their language (Russian before they have chosen one), by email or else by phone. Users
 * without both get none. Returns the number of notices.
 */
export async function notifyUsers(transaction: Database, now: Date, notices: readonly Notice[]): Promise<number> {
  const messages = notices.flatMap(({ recipient, values, ...notice }) => {
    const to = preferredTarget(recipient)
    const language = recipient.language ?? 'ru'
    return to
      ? [{ ...notice, to, language, values: typeof values === 'function' ? values(language) : values, now }]
      : []
  })
  await queueMessages<MessageKind>(transaction, messages)
  return messages.length
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
function inTransaction(database: Database, work: (transaction: Database) => Promise<void>): Promise<void> {
  const isTransaction: boolean = database instanceof PgTransaction
  return isTransaction ? work(database) : database.transaction(work)
}

/** A deterministic id deduplicates one-time messages. */
function deliveryId(kind: MessageKind, once: string | undefined): string {
  return once === undefined ? randomUUID() : createHash('md5').update(`${kind} ${once}`).digest('hex')
}

/** Whether a one-time message about the value of a column was queued. */
export function wasQueued(kind: MessageKind, once: AnyPgColumn): SQL {
  return sql`exists (select 1 from ${deliveries} where ${deliveries.id} = md5(${`${kind} `} || ${once})::uuid)`
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
