import { randomBytes } from 'node:crypto'
import { and, asc, desc, eq, isNull, or, sql } from 'drizzle-orm'
import { type WebhookEvent, webhookEvents } from '#contract/integration/webhooks.ts'
import type { AuditAction } from '#contract/people/audit.ts'
import { audit } from '#server/audit-log.ts'
import type { Database } from '#server/db/client.ts'
import { webhookDeliveries, webhookEndpoints } from '#server/db/schema/webhooks.ts'
import type { CommandContext } from '#server/integration/command-line.ts'
import { enqueueDeliveries } from '#server/notifications/publish-event.ts'
import { StartupError } from '#server/startup-error.ts'
import { assertPublicHost } from './public-address.ts'

export type WebhookRequest =
  | { action: 'add'; target: string; events: string }
  | { action: 'list' }
  | { action: 'rotate' | 'remove' | 'enable' | 'log'; target: string }
  | { action: 'replay'; target: string }

/** Milliseconds for which the former secret stays valid. */
const rotation = 24 * 60 * 60_000
const mostLogged = 50

/** Does what `npm run webhook` asks for. Returns the text to print; refusals are `StartupError`s. */
export async function runWebhook(request: WebhookRequest, context: CommandContext): Promise<string> {
  switch (request.action) {
    case 'add':
      return add(request, context)
    case 'list':
      return list(context.database)
    case 'rotate':
      return rotate(request.target, context)
    case 'remove':
      return remove(request.target, context)
    case 'enable':
      return enable(request.target, context)
    case 'log':
      return log(request.target, context.database)
    case 'replay':
      return replay(request.target, context)
  }
}

async function add(
  { target, events }: { target: string; events: string },
  { database, now, env }: CommandContext,
): Promise<string> {
  const url = urlOf(target, env.WEBHOOK_ALLOW_PRIVATE)
  const named = events === 'all' ? [...webhookEvents] : events.split(/[, ]+/).filter(Boolean)
  const unknown = named.filter((name) => !webhookEvents.includes(name as WebhookEvent))
  if (named.length === 0 || unknown.length > 0)
    throw new StartupError(`--events ${unknown.join(',')}: all, or some of ${webhookEvents.join(', ')}.`)
  const secret = newSecret()
  await database.transaction(async (transaction) => {
    const values = { url, events: [...new Set(named)], secret, createdAt: now }
    const made = await transaction.insert(webhookEndpoints).values(values).onConflictDoNothing().returning()
    if (made.length === 0) throw new StartupError(`${url} is an endpoint already.`)
    await note(transaction, now, 'integration.webhook-added', `${url}: ${named.join(', ')}`)
  })
  return `secret  ${secret}\nThe secret is shown once.\n`
}

function urlOf(text: string, allowPrivate: boolean): string {
  const url = URL.canParse(text) ? new URL(text) : null
  const isAllowed = url?.protocol === 'https:' || (allowPrivate && url?.protocol === 'http:')
  if (!url || !isAllowed || url.username !== '' || url.password !== '')
    throw new StartupError(`${text}: an address such as https://crm.example/hooks, without a password.`)
  try {
    if (!allowPrivate) assertPublicHost(url)
  } catch (error) {
    throw new StartupError(`${text}: private addresses need WEBHOOK_ALLOW_PRIVATE=on.`, { cause: error })
  }
  return url.href
}

/** The former secret is valid for a day: messages are signed with both. */
async function rotate(target: string, { database, now }: CommandContext): Promise<string> {
  const secret = newSecret()
  const previousUntil = new Date(now.getTime() + rotation)
  await change(database, target, now, {
    action: 'integration.webhook-rotated',
    set: { secret, previousSecret: sql`${webhookEndpoints.secret}`, previousUntil },
  })
  return `secret  ${secret}\nThe former one is valid until ${previousUntil.toISOString()}. The new one is shown once.\n`
}

async function enable(target: string, { database, now }: CommandContext): Promise<string> {
  const set = { disabledAt: null, failingSince: null }
  await change(database, target, now, { action: 'integration.webhook-enabled', set })
  return `${target} gets events again. What was given up is sent again by replay.\n`
}

async function change(
  database: Database,
  target: string,
  now: Date,
  { action, set }: { action: AuditAction; set: Parameters<ReturnType<Database['update']>['set']>[0] },
): Promise<void> {
  await database.transaction(async (transaction) => {
    const changed = await transaction.update(webhookEndpoints).set(set).where(isEndpoint(target)).returning()
    if (changed.length === 0) throw new StartupError(`${target} is no endpoint.`)
    await note(transaction, now, action, changed[0]?.url ?? target)
  })
}

async function remove(target: string, { database, now }: CommandContext): Promise<string> {
  return database.transaction(async (transaction) => {
    const removed = await transaction.delete(webhookEndpoints).where(isEndpoint(target)).returning()
    if (removed.length === 0) throw new StartupError(`${target} is no endpoint.`)
    await note(transaction, now, 'integration.webhook-removed', removed[0]?.url ?? target)
    return `${target} is removed, with its log.\n`
  })
}

async function list(database: Database): Promise<string> {
  const endpoints = await database.select().from(webhookEndpoints).orderBy(asc(webhookEndpoints.createdAt))
  const lines = endpoints.map(({ id, url, events, failingSince, disabledAt }) => {
    const failing = failingSince ? `failing since ${failingSince.toISOString()}` : 'active'
    return `${id}  ${url}  ${events.join(',')}  ${disabledAt ? `disabled ${disabledAt.toISOString()}` : failing}\n`
  })
  return lines.join('')
}

async function log(target: string, database: Database): Promise<string> {
  const rows = await database
    .select({ delivery: webhookDeliveries })
    .from(webhookDeliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
    .where(isEndpoint(target))
    .orderBy(desc(webhookDeliveries.createdAt))
    .limit(mostLogged)
  const lines = rows.map(({ delivery: { id, createdAt, event, attempts, deliveredAt, givenUpAt, failure } }) => {
    const state = deliveredAt ? 'delivered' : givenUpAt ? `given up: ${failure}` : `waiting ${failure ?? ''}`
    return `${id}  ${createdAt.toISOString()}  ${event}  attempts ${attempts}  ${state.trim()}\n`
  })
  return lines.join('')
}

/** Sends again: one delivery, or all that an endpoint has not got. The `webhook-id` stays the same. */
async function replay(target: string, { database, now }: CommandContext): Promise<string> {
  return database.transaction(async (transaction) => {
    const undelivered = and(isEndpoint(target), isNull(webhookDeliveries.deliveredAt))
    const isThis = isUuid(target) ? or(eq(webhookDeliveries.id, target), undelivered) : undelivered
    const chosen = await transaction
      .select({ id: webhookDeliveries.id })
      .from(webhookDeliveries)
      .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
      .where(and(isThis, isNull(webhookEndpoints.disabledAt)))
    const ids = chosen.map(({ id }) => id)
    await transaction
      .update(webhookDeliveries)
      .set({ deliveredAt: null, givenUpAt: null, createdAt: now })
      .where(sql`${webhookDeliveries.id} in (select json_array_elements_text(${JSON.stringify(ids)}::json)::uuid)`)
    await enqueueDeliveries(transaction, ids)
    return `${ids.length} deliveries are sent again.\n`
  })
}

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
