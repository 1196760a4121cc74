import { createHash, randomUUID } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, PgTransaction } from 'drizzle-orm/pg-core'
import type { Locale } from '#contract/enumerations.ts'
import type { Database } from '#server/db/client.ts'
import { type ChannelName, deliveries } from '#server/db/schema/notifications.ts'
import { enqueueMessages } from './deliver-message.ts'
import type { MessageKind, MessageValues } from './templates.ts'

/** Where a message goes: an email address, or a phone in E.164. */
export type Target = { email: string } | { phone: string }

/** Call it with the transaction of the change: the message is sent if, and only if, the change is committed. */
export async function queueMessage<Kind extends MessageKind>(
  transaction: Database,
  {
    to,
    kind,
    language,
    values,
    now,
    expiresAt = null,
    once,
  }: {
    to: Target
    kind: Kind
    language: Locale
    values: MessageValues[Kind]
    now: Date
    /** When it has lost its use. */
    expiresAt?: Date | null
    /** Identifies what the message is about: it is not repeated as long as the first one is kept. */
    once?: string
  },
): Promise<void> {
  await inTransaction(transaction, async (inside) => {
    const { id, channel } = deliveries
    const added = await inside
      .insert(deliveries)
      .values({ id: idOf(kind, once), ...placeOf(to), kind, language, values, queuedAt: now, expiresAt })
      .onConflictDoNothing()
      .returning({ id, kind: deliveries.kind, channel })
    await enqueueMessages(inside, added)
  })
}

/** A message and its job are added together, also where the caller has no transaction. */
function inTransaction(database: Database, work: (transaction: Database) => Promise<void>): Promise<void> {
  const isTransaction: boolean = database instanceof PgTransaction
  return isTransaction ? work(database) : database.transaction(work)
}

/** A deterministic id deduplicates one-time messages. */
function idOf(kind: MessageKind, once: string | undefined): string {
  return once === undefined ? randomUUID() : createHash('md5').update(`${kind} ${once}`).digest('hex')
}

/** Whether a one-time message about the value of a column was queued: for queries of what is still to be announced. */
export function wasTold(kind: MessageKind, once: AnyPgColumn): SQL {
  return sql`exists (select 1 from ${deliveries} where ${deliveries.id} = md5(${`${kind} `} || ${once})::uuid)`
}

/** Where notices for a person go: the email address, or the phone where there is none. */
export function noticePlaceOf({ email, phone }: { email: string | null; phone: string | null }): Target | null {
  if (email) return { email }
  return phone ? { phone } : null
}

/** Every address of a person, for security notices: another person may read one of them. */
export function placesOf({ email, phone }: { email: string | null; phone: string | null }): Target[] {
  return [...(email ? [{ email }] : []), ...(phone ? [{ phone }] : [])]
}

export function placeOf(to: Target): { channel: ChannelName; target: string } {
  return 'email' in to ? { channel: 'email', target: to.email } : { channel: 'phone', target: to.phone }
}

type Message<Kind extends MessageKind> = Parameters<typeof queueMessage<Kind>>[1]

/** As `queueMessage` for many messages in one statement. */
export async function queueMessages<Kind extends MessageKind>(
  transaction: Database,
  messages: readonly Message<Kind>[],
): Promise<void> {
  if (messages.length === 0) return
  const rows = messages.map(({ to, kind, language, values, now, expiresAt = null, once }) => {
    return {
      id: idOf(kind, once),
      ...placeOf(to),
      kind,
      language,
      values,
      queued_at: now,
      expires_at: expiresAt,
    }
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
