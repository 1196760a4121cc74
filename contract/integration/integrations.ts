import { z } from 'zod'
import { call } from '#contract/call.ts'
import { serviceAccountForm, webhookForm } from '#contract/forms.ts'
import { count, day, iso, page, pageOf, uuid } from '#contract/schemas.ts'
import { webhookEvents } from './webhooks.ts'

/** What administrators set up for other programs of the school: service accounts and webhooks. */
const admin = { added: true, access: { who: 'check', check: 'admin' } } as const
const byId = { ...admin, params: z.object({ id: uuid }) } as const
/** A secret is answered once and never stored by the browser. */
const protectedByCode = { freshTwoFactor: 'if-available' } as const

const serviceAccount = z.object({
  id: uuid,
  name: z.string(),
  /** The system whose ids the program uses. */
  source: z.string(),
  clientId: z.string(),
  /** `people:write`, `lessons:read`. */
  scopes: z.array(z.string()),
  createdAt: iso,
  /** Null: never. */
  expiresAt: iso.nullable(),
  /** To the minute. */
  lastUsedAt: iso.nullable(),
  revokedAt: iso.nullable(),
  state: z.enum(['active', 'expired', 'revoked']),
  /** Whether this administrator may give the account a new secret. */
  canRenewSecret: z.boolean(),
})
export type ServiceAccountRow = z.infer<typeof serviceAccount>

export const listServiceAccounts = call('GET /v1/admin/service-account/list', {
  ...admin,
  summary: 'Service accounts of the integration API by name, without their secrets',
  answer: z.object({
    items: z.array(serviceAccount),
    /** Writing roles can make administrators: only a super administrator grants it. */
    canGrantRoles: z.boolean(),
  }),
})

const credentials = z.object({ clientId: z.string(), clientSecret: z.string() })

export const createServiceAccount = call('POST /v1/admin/service-account', {
  ...admin,
  ...protectedByCode,
  summary: 'Makes a service account; its secret is in this answer only',
  audited: 'integration.account-created',
  body: z.strictObject({
    name: serviceAccountForm.shape.name,
    /** Default: the name. */
    source: z.optional(serviceAccountForm.shape.source),
    scopes: z.array(z.string().max(60)).min(1).max(100),
    /** The last day, in the time zone of the school. */
    expiresOn: day.nullable(),
  }),
  answer: credentials,
})

export const renewServiceAccountSecret = call('POST /v1/admin/service-account/{id}/secret', {
  ...byId,
  ...protectedByCode,
  summary: 'Gives a service account a new secret; the former one and the tokens stop working',
  audited: 'integration.account-secret',
  answer: credentials,
})

export const revokeServiceAccount = call('DELETE /v1/admin/service-account/{id}', {
  ...byId,
  summary: 'Ends a service account and its tokens at once',
  audited: 'integration.account-revoked',
})

const events = z.array(z.enum(webhookEvents)).min(1).max(webhookEvents.length)

const webhook = z.object({
  id: uuid,
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  createdAt: iso,
  /** The former secret is valid until then. */
  previousUntil: iso.nullable(),
  /** The first failure since the last success. */
  failingSince: iso.nullable(),
  disabledAt: iso.nullable(),
  /** Deliveries of the last 30 days that wait for an attempt. */
  waiting: count,
  /** Deliveries of the last 30 days that have failed for good. */
  givenUp: count,
})
export type WebhookRow = z.infer<typeof webhook>

export const listWebhooks = call('GET /v1/admin/webhook/list', {
  ...admin,
  summary: 'Endpoints that get events, without their secrets',
  answer: z.array(webhook),
})

export const addWebhook = call('POST /v1/admin/webhook', {
  ...admin,
  ...protectedByCode,
  summary: 'Adds an endpoint; its secret is in this answer only',
  audited: 'integration.webhook-added',
  body: z.strictObject({ url: webhookForm.shape.url, events }),
  answer: z.object({ secret: z.string() }),
})

export const rotateWebhookSecret = call('POST /v1/admin/webhook/{id}/secret', {
  ...byId,
  ...protectedByCode,
  summary: 'Gives an endpoint a new secret; the former one is valid for 24 hours more',
  audited: 'integration.webhook-rotated',
  answer: z.object({ secret: z.string(), previousUntil: iso }),
})

export const changeWebhook = call('PATCH /v1/admin/webhook/{id}', {
  ...byId,
  summary: 'Changes the events of an endpoint, or disables or enables it',
  audited: 'integration.webhook-changed',
  body: z.strictObject({ events: events.optional(), isEnabled: z.boolean().optional() }),
})

export const removeWebhook = call('DELETE /v1/admin/webhook/{id}', {
  ...byId,
  summary: 'Removes an endpoint with its log',
  audited: 'integration.webhook-removed',
})

const delivery = z.object({
  id: uuid,
  /** `webhook-id`, the same in every attempt. */
  messageId: z.string(),
  event: z.string(),
  createdAt: iso,
  attempts: count,
  lastAttemptAt: iso.nullable(),
  /** HTTP status of the last attempt. */
  status: z.int().nullable(),
  /** Technical reason of the last failure. */
  failure: z.string().nullable(),
  state: z.enum(['waiting', 'delivered', 'given-up']),
})
export type WebhookDelivery = z.infer<typeof delivery>

export const listWebhookDeliveries = call('GET /v1/admin/webhook/{id}/delivery/list', {
  ...byId,
  summary: 'Deliveries of the last 30 days to an endpoint, newest first, without their content',
  query: z.object({ page }),
  answer: pageOf(delivery),
})

export const replayWebhook = call('POST /v1/admin/webhook/{id}/replay', {
  ...byId,
  summary: 'Sends one delivery again, or all that the endpoint has not got',
  body: z.strictObject({ delivery: uuid.optional() }),
  answer: z.object({ queued: count }),
})
