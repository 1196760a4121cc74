import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { rolesOfCheck } from '#contract/roles.ts'
import type { Database } from '#server/db/client.ts'
import { userRoles, users } from '#server/db/schema/people.ts'
import { webhookDeliveries, webhookEndpoints } from '#server/db/schema/webhooks.ts'
import type { Env } from '#server/environment/env.ts'
import { queueMessages } from '#server/notifications/queue-message.ts'
import type { MessageValues } from '#server/notifications/render-message.ts'
import { audit } from '#server/security/audit-log.ts'
import { openSecret } from '#server/security/stored-secret.ts'
import { sendWebhook } from './send-webhook.ts'

/** Milliseconds for which a message is tried, and after which an endpoint that only fails is disabled. */
const deliveryPeriodMs = 3 * 24 * 60 * 60_000

type Context = {
  database: Database
  clock: () => Date
  log: FastifyBaseLogger
  allowPrivateWebhooks: boolean
  env: Pick<Env, 'DELIVERY' | 'SECRETS_KEY'>
}

/** Makes one attempt to deliver. Returns whether another one should follow. */
export async function deliverWebhook(
  { database, clock, log, env, allowPrivateWebhooks: allowPrivate }: Context,
  id: string,
): Promise<'done' | 'again'> {
  const now = clock()
  const [found] = await database
    .select({ delivery: webhookDeliveries, endpoint: webhookEndpoints })
    .from(webhookDeliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
    .where(
      and(eq(webhookDeliveries.id, id), isNull(webhookDeliveries.deliveredAt), isNull(webhookDeliveries.givenUpAt)),
    )
  if (!found) return 'done'
  const { delivery, endpoint } = found
  const isThis = eq(webhookDeliveries.id, id)
  const obstacle = endpoint.disabledAt ? 'the endpoint is disabled' : env.DELIVERY ? null : 'DELIVERY=off'
  if (obstacle !== null) {
    await database.update(webhookDeliveries).set({ givenUpAt: now, failure: obstacle }).where(isThis)
    return 'done'
  }
  const secrets = [endpoint.secret]
  if (endpoint.previousSecret && endpoint.previousUntil && endpoint.previousUntil > now)
    secrets.push(endpoint.previousSecret)
  const { messageId, payload } = delivery
  const opened = openSecrets(secrets, env.SECRETS_KEY)
  if ('fault' in opened) {
    // The fault of this server: the endpoint has not failed, and the attempt does not count.
    log.error({ endpoint: endpoint.id, delivery: id, failure: opened.fault }, 'a webhook cannot be signed')
    await database.update(webhookDeliveries).set({ failure: opened.fault }).where(isThis)
    return 'again'
  }
  const message = { url: endpoint.url, secrets: opened.secrets, messageId, payload, now }
  const attempt = await sendWebhook(message, { allowPrivate }).then(
    (status) => ({ status, failure: status >= 200 && status < 300 ? null : `HTTP ${status}` }),
    (error: unknown) => ({ status: null, failure: error instanceof Error ? error.message : String(error) }),
  )
  const counted = { ...attempt, lastAttemptAt: now, attempts: sql`${webhookDeliveries.attempts} + 1` }
  if (attempt.failure === null) {
    await database
      .update(webhookDeliveries)
      .set({ ...counted, deliveredAt: now })
      .where(isThis)
    if (endpoint.failingSince)
      await database.update(webhookEndpoints).set({ failingSince: null }).where(eq(webhookEndpoints.id, endpoint.id))
    return 'done'
  }
  log.warn({ endpoint: endpoint.id, delivery: id, failure: attempt.failure }, 'a webhook was not delivered')
  const isOver = now.getTime() - delivery.createdAt.getTime() >= deliveryPeriodMs
  await database.transaction(async (transaction) => {
    await transaction
      .update(webhookDeliveries)
      .set({ ...counted, ...(isOver && { givenUpAt: now }) })
      .where(isThis)
    const isDisabled = await noteFailure(transaction, endpoint, { now, isGone: attempt.status === 410 })
    if (isDisabled) log.error({ endpoint: endpoint.id }, 'a webhook endpoint is disabled; the panel enables it')
  })
  return isOver ? 'done' : 'again'
}

function openSecrets(stored: readonly string[], key: string | undefined): { secrets: string[] } | { fault: string } {
  try {
    return { secrets: stored.map((secret) => openSecret(secret, key, 'webhook-secrets')) }
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}

/** An endpoint that has only failed for three days, or says that it is gone (410), is disabled. Returns whether it was. */
async function noteFailure(
  transaction: Database,
  endpoint: typeof webhookEndpoints.$inferSelect,
  { now, isGone }: { now: Date; isGone: boolean },
): Promise<boolean> {
  const isThis = and(eq(webhookEndpoints.id, endpoint.id), isNull(webhookEndpoints.disabledAt))
  const since = endpoint.failingSince ?? now
  if (!isGone && now.getTime() - since.getTime() < deliveryPeriodMs) {
    await transaction
      .update(webhookEndpoints)
      .set({ failingSince: sql`coalesce(${webhookEndpoints.failingSince}, ${now.toISOString()}::timestamptz)` })
      .where(isThis)
    return false
  }
  const disabled = await transaction.update(webhookEndpoints).set({ disabledAt: now }).where(isThis).returning()
  if (disabled.length === 0) return false
  const detail = isGone ? `${endpoint.url}: 410` : `${endpoint.url}: 3 d`
  await audit(transaction, { at: now, action: 'integration.webhook-disabled', subjectId: null, detail })
  await notifyAdministrators(transaction, { url: endpoint.url, why: isGone ? 'gone' : 'failing' }, now)
  return true
}

/** By email: a webhook is repaired at a desk. */
async function notifyAdministrators(
  transaction: Database,
  values: MessageValues['webhook-disabled'],
  now: Date,
): Promise<void> {
  const { id, email, language } = users
  const administrators = await transaction
    .selectDistinct({ id, email, language })
    .from(users)
    .innerJoin(userRoles, eq(userRoles.userId, id))
    .where(and(inArray(userRoles.role, [...rolesOfCheck.admin]), isNotNull(email), isNull(users.lockedAt)))
  await queueMessages(
    transaction,
    administrators.flatMap((user) =>
      user.email === null
        ? []
        : {
            to: { email: user.email },
            userId: user.id,
            kind: 'webhook-disabled' as const,
            values,
            now,
            language: user.language ?? 'ru',
            path: '/adm-panel/?tab=integrations',
          },
    ),
  )
}
