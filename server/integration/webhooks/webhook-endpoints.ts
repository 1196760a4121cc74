import { randomBytes } from 'node:crypto'
import { and, asc, count, desc, eq, isNull, sql } from 'drizzle-orm'
import type { WebhookEvent } from '#contract/integration/webhooks.ts'
import type { AuditAction } from '#contract/people/audit.ts'
import { enqueueAgain } from '#server/changes/publish-event.ts'
import type { Database } from '#server/db/client.ts'
import { listOf } from '#server/db/list-of.ts'
import { webhookDeliveries, webhookEndpoints } from '#server/db/schema/webhooks.ts'
import { assertPublicHost } from '#server/http/public-address.ts'
import { audit } from '#server/security/audit-log.ts'
import { canOpenSecret, isSealed, sealSecret } from '#server/security/stored-secret.ts'

/** Milliseconds for which the former secret stays valid. */
const rotation = 24 * 60 * 60_000

/** Why events cannot be sent to an address. */
type AddressFault = 'not-an-address' | 'private-address'

/** The address in its normal form, or why events cannot be sent to it. */
export function parseEndpointUrl(
  text: string,
  { allowPrivate }: { allowPrivate: boolean },
): { url: string } | { fault: AddressFault } {
  const url = URL.canParse(text) ? new URL(text) : null
  const isAllowed = url?.protocol === 'https:' || (allowPrivate && url?.protocol === 'http:')
  if (!url || !isAllowed || url.username !== '' || url.password !== '') return { fault: 'not-an-address' }
  try {
    if (!allowPrivate) assertPublicHost(url)
  } catch {
    return { fault: 'private-address' }
  }
  return { url: url.href }
}

/** `key` is `SECRETS_KEY`: secrets are stored encrypted by it. */
type Secrecy = { now: Date; key: string | undefined }

/** Adds an endpoint and returns its secret, which is shown once; null if the address is an endpoint already. */
export async function addEndpoint(
  database: Database,
  { url, events }: { url: string; events: readonly WebhookEvent[] },
  { now, key }: Secrecy,
): Promise<string | null> {
  const secret = newSecret()
  return database.transaction(async (transaction) => {
    const values = {
      url,
      events: [...new Set(events)],
      secret: sealSecret(secret, key, 'webhook-secrets'),
      createdAt: now,
    }
    const made = await transaction.insert(webhookEndpoints).values(values).onConflictDoNothing().returning()
    if (made.length === 0) return null
    await note(transaction, now, 'integration.webhook-added', `${url}: ${values.events.join(', ')}`)
    return secret
  })
}

/** Gives an endpoint a new secret. The former one is valid for a day: messages are signed with both. */
export async function rotateSecret(
  database: Database,
  target: string,
  { now, key }: Secrecy,
): Promise<{ secret: string; previousUntil: Date } | null> {
  const secret = newSecret()
  const previousUntil = new Date(now.getTime() + rotation)
  const isChanged = await changeEndpoint(database, target, now, {
    action: 'integration.webhook-rotated',
    set: {
      secret: sealSecret(secret, key, 'webhook-secrets'),
      previousSecret: sql`${webhookEndpoints.secret}`,
      previousUntil,
    },
  })
  return isChanged ? { secret, previousUntil } : null
}

/** What was given up while an endpoint was disabled is sent by `replayDeliveries`. */
export async function enableEndpoint(database: Database, target: string, now: Date): Promise<boolean> {
  const set = { disabledAt: null, failingSince: null }
  return changeEndpoint(database, target, now, { action: 'integration.webhook-enabled', set })
}

export async function disableEndpoint(database: Database, target: string, now: Date): Promise<boolean> {
  const set = { disabledAt: sql`coalesce(${webhookEndpoints.disabledAt}, ${now.toISOString()}::timestamptz)` }
  return changeEndpoint(database, target, now, { action: 'integration.webhook-disabled', set })
}

export async function changeEvents(
  database: Database,
  target: string,
  events: readonly WebhookEvent[],
  now: Date,
): Promise<boolean> {
  const set = { events: [...new Set(events)] }
  return changeEndpoint(database, target, now, { action: 'integration.webhook-changed', set, detail: set.events })
}

/** Returns false if there is no such endpoint. */
async function changeEndpoint(
  database: Database,
  target: string,
  now: Date,
  {
    action,
    set,
    detail = [],
  }: { action: AuditAction; set: Parameters<ReturnType<Database['update']>['set']>[0]; detail?: readonly string[] },
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const [changed] = await transaction.update(webhookEndpoints).set(set).where(isEndpoint(target)).returning()
    if (!changed) return false
    await note(transaction, now, action, [changed.url, ...(detail.length > 0 ? [detail.join(', ')] : [])].join(': '))
    return true
  })
}

/** Removes an endpoint with its log. */
export async function removeEndpoint(database: Database, target: string, now: Date): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const [removed] = await transaction.delete(webhookEndpoints).where(isEndpoint(target)).returning()
    if (!removed) return false
    await note(transaction, now, 'integration.webhook-removed', removed.url)
    return true
  })
}

/** The endpoints with the number of their deliveries that wait and that were given up. */
export async function listEndpoints(database: Database) {
  const { id, url, events, createdAt, previousUntil, failingSince, disabledAt } = webhookEndpoints
  const open = and(eq(webhookDeliveries.endpointId, id), isNull(webhookDeliveries.deliveredAt))
  return database
    .select({
      id,
      url,
      events,
      createdAt,
      previousUntil,
      failingSince,
      disabledAt,
      waiting: sql<number>`count(${webhookDeliveries.id}) filter (where ${webhookDeliveries.givenUpAt} is null)::int`,
      givenUp: sql<number>`count(${webhookDeliveries.givenUpAt})::int`,
    })
    .from(webhookEndpoints)
    .leftJoin(webhookDeliveries, open)
    .groupBy(id)
    .orderBy(asc(createdAt), asc(id))
}

/** One page of the log of an endpoint, newest first. */
export async function listDeliveries(
  database: Database,
  target: string,
  { limit, offset = 0 }: { limit: number; offset?: number },
) {
  const { id, messageId, event, createdAt, attempts, lastAttemptAt, status, failure } = webhookDeliveries
  const { deliveredAt, givenUpAt } = webhookDeliveries
  const ofEndpoint = () =>
    database
      .select({
        id,
        messageId,
        event,
        createdAt,
        attempts,
        lastAttemptAt,
        status,
        failure,
        deliveredAt,
        givenUpAt,
      })
      .from(webhookDeliveries)
      .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
      .where(isEndpoint(target))
  const items = await ofEndpoint().orderBy(desc(createdAt), desc(id)).limit(limit).offset(offset)
  const [{ total } = { total: 0 }] = await database
    .select({ total: count() })
    .from(webhookDeliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
    .where(isEndpoint(target))
  return { items, total }
}

/**
 * Sends again: one delivery, or all that an endpoint has not got. Those that wait for an attempt are sent at once. The
 * `webhook-id` stays the same. Returns how many; none while the endpoint is disabled.
 */
export async function replayDeliveries(
  database: Database,
  { endpoint, delivery }: { endpoint?: string; delivery?: string | undefined },
  now: Date,
): Promise<number> {
  return database.transaction(async (transaction) => {
    const chosen = await transaction
      .select({ id: webhookDeliveries.id })
      .from(webhookDeliveries)
      .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
      .where(
        and(
          isNull(webhookEndpoints.disabledAt),
          endpoint === undefined ? undefined : isEndpoint(endpoint),
          delivery === undefined ? isNull(webhookDeliveries.deliveredAt) : eq(webhookDeliveries.id, delivery),
        ),
      )
      // Two replays at once queue it once.
      .for('update', { of: webhookDeliveries })
    const ids = chosen.map(({ id }) => id)
    await transaction
      .update(webhookDeliveries)
      .set({ deliveredAt: null, givenUpAt: null, createdAt: now })
      .where(sql`${webhookDeliveries.id} in ${listOf(ids, 'uuid')}`)
    await enqueueAgain(transaction, ids)
    return ids.length
  })
}

/** The addresses of enabled endpoints whose secret this `SECRETS_KEY` does not open: nothing can be signed for them. */
export async function findUnreadableEndpoints(database: Database, key: string | undefined): Promise<string[]> {
  const { url, secret } = webhookEndpoints
  const enabled = await database
    .select({ url, secret })
    .from(webhookEndpoints)
    .where(isNull(webhookEndpoints.disabledAt))
  return enabled.flatMap((endpoint) => (canOpenSecret(endpoint.secret, key, 'webhook-secrets') ? [] : endpoint.url))
}

/** Encrypts the secrets that were stored before there was a key. Returns how many. */
export async function sealStoredSecrets(database: Database, key: string): Promise<number> {
  return database.transaction(async (transaction) => {
    const stored = await transaction.select().from(webhookEndpoints).for('update')
    const plain = stored.filter(
      ({ secret, previousSecret }) => !isSealed(secret) || (previousSecret && !isSealed(previousSecret)),
    )
    const seal = (secret: string) => (isSealed(secret) ? secret : sealSecret(secret, key, 'webhook-secrets'))
    for (const { id, secret, previousSecret } of plain)
      await transaction
        .update(webhookEndpoints)
        .set({ secret: seal(secret), previousSecret: previousSecret && seal(previousSecret) })
        .where(eq(webhookEndpoints.id, id))
    return plain.length
  })
}

/** An endpoint is named by its address or its id. */
function isEndpoint(target: string) {
  return isUuid(target) ? eq(webhookEndpoints.id, target) : eq(webhookEndpoints.url, target)
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
}

function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

function note(transaction: Database, at: Date, action: AuditAction, detail: string): Promise<void> {
  return audit(transaction, { at, action, subjectId: null, detail })
}
