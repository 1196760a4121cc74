import { createHash, randomUUID } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Locale } from '#contract/enumerations.ts'
import type { Database } from '#server/db/client.ts'
import { type ChannelName, deliveries } from '#server/db/schema/delivery.ts'
import type { MessageKind, MessageValues } from './messages.ts'

/** Where a message goes: an email address, or a phone in E.164. */
export type Target = { email: string } | { phone: string }

/** Call it with the transaction that makes the change: what is told has then happened, and what happened is told. */
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
    /** What is told of this is not told again, as long as what was told is remembered. */
    once?: string
  },
): Promise<void> {
  await transaction
    .insert(deliveries)
    .values({ id: idOf(kind, once), ...placeOf(to), kind, language, values, queuedAt: now, dueAt: now, expiresAt })
    .onConflictDoNothing()
}

/** What is told once has an id of what it is about: the second one meets the first. */
function idOf(kind: MessageKind, once: string | undefined): string {
  return once === undefined ? randomUUID() : createHash('md5').update(`${kind} ${once}`).digest('hex')
}

/** Whether it was told already, of what stands in a column: for statements that look for what is still to be told. */
export function wasTold(kind: MessageKind, once: AnyPgColumn): SQL {
  return sql`exists (select 1 from ${deliveries} where ${deliveries.id} = md5(${`${kind} `} || ${once})::uuid)`
}

/** Where a person is told of what has happened: by email, or by phone where there is none. */
export function noticePlaceOf({ email, phone }: { email: string | null; phone: string | null }): Target | null {
  if (email) return { email }
  return phone ? { phone } : null
}

/** Everywhere a person can be reached: of what somebody else may have done, who reads only one of them hears too. */
export function placesOf({ email, phone }: { email: string | null; phone: string | null }): Target[] {
  return [...(email ? [{ email }] : []), ...(phone ? [{ phone }] : [])]
}

export function placeOf(to: Target): { channel: ChannelName; target: string } {
  return 'email' in to ? { channel: 'email', target: to.email } : { channel: 'phone', target: to.phone }
}

type Message<Kind extends MessageKind> = Parameters<typeof queueMessage<Kind>>[1]

/** As `queueMessage`, for a change that concerns many: one statement, however many they are; none for nobody. */
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
      due_at: now,
      expires_at: expiresAt,
    }
  })
  await transaction.execute(sql`
    insert into ${deliveries} (id, channel, target, kind, language, "values", queued_at, due_at, expires_at)
    select id, channel, target, kind, language, "values", queued_at, due_at, expires_at
    from json_populate_recordset(null::${deliveries}, ${JSON.stringify(rows)}::json)
    on conflict do nothing
  `)
}
