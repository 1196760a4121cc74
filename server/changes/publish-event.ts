import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { WebhookEvent } from '#contract/integration/webhooks.ts'
import { type ProfileField, propertiesOfField } from '#contract/people/profile-owners.ts'
import type { AnnouncedCollection } from '#contract/record-changes.ts'
import type { Database } from '#server/db/client.ts'
import { listOf } from '#server/db/list-of.ts'
import { enqueue, writeJobs } from '#server/queues/enqueue.ts'
import { announceRecords } from './announce-changes.ts'

/**
 * What happened to which record. `collection` and `sourcedId` are its address in the integration API; other values are
 * facts that receivers decide by, never personal data.
 */
export type PublishedEvent = {
  type: WebhookEvent
  data: { collection: AnnouncedCollection; sourcedId: string } & Record<
    string,
    string | number | boolean | null | string[]
  >
}

/**
 * Queues events for the endpoints that want them, and notifies the open pages of the people whom the records concern. Pass
 * the transaction of the change: events are sent if it is committed, at least once.
 */
export async function publishEvents(
  transaction: Database,
  now: Date,
  events: readonly PublishedEvent[],
): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(({ type, data }) => ({
    event: type,
    message_id: `msg_${randomUUID()}`,
    payload: JSON.stringify({ type, timestamp: now.toISOString(), data }),
  }))
  const { rows: queued } = await transaction.execute<{ id: string }>(sql`
    insert into webhook_deliveries (endpoint_id, message_id, event, payload, created_at)
    select webhook_endpoints.id, message_id, event, payload, ${now.toISOString()}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as published (event text, message_id text, payload text)
      join webhook_endpoints on event = any(events) and disabled_at is null
    returning id
  `)
  await enqueueDeliveries(
    transaction,
    queued.map(({ id }) => id),
  )
  for (const [collection, some] of Map.groupBy(events, ({ data }) => data.collection)) {
    const records = some.map(({ data }) => ({ id: data.sourcedId }))
    await announceRecords(transaction, collection, records)
  }
}

/** The names of the changed fields, not their values. */
export async function publishProfileChange(
  transaction: Database,
  { userId, fields, now }: { userId: string; fields: string[]; now: Date },
): Promise<void> {
  if (fields.length === 0) return
  const data = { collection: 'users' as const, sourcedId: userId, fields }
  await publishEvents(transaction, now, [{ type: 'profile.changed', data }])
}

type NamesAndContacts = Partial<Record<(typeof propertiesOfField)[ProfileField][number], string | null>>

/** Which names and contacts another source than the person has changed. */
export async function publishNamesAndContacts(
  transaction: Database,
  { userId, before, after, now }: { userId: string; before: NamesAndContacts; after: NamesAndContacts; now: Date },
): Promise<void> {
  const properties = Object.values(propertiesOfField).flat()
  const fields = properties.filter((name) => after[name] !== undefined && after[name] !== before[name])
  await publishProfileChange(transaction, { userId, fields, now })
}

/** Every attempt belongs to a job. */
async function enqueueDeliveries(transaction: Database, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await enqueue(
      transaction,
      'deliver-webhook',
      ids.map((delivery) => ({ data: { delivery } })),
    )
}

/** As `enqueueDeliveries` for deliveries that may have a job: one that waits for its next attempt is sent at once. */
export async function enqueueAgain(transaction: Database, ids: readonly string[]): Promise<void> {
  const advance = sql`
    update pgboss.job set start_after = least(start_after, now())
    where name = 'deliver-webhook' and state in ('created', 'retry', 'active')
      and data ->> 'delivery' in ${listOf(ids, 'text')}
    returning data ->> 'delivery' as delivery
  `
  const { rows } = await writeJobs(transaction, () => transaction.execute<{ delivery: string }>(advance))
  const waiting = new Set(rows.map(({ delivery }) => delivery))
  await enqueueDeliveries(
    transaction,
    ids.filter((id) => !waiting.has(id)),
  )
}
