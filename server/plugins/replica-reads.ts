import type { FastifyRequest } from 'fastify'
import { type Call, isRefusedDuringImpersonation, methodOf } from '#contract/call.ts'
import type { GetCall } from '#contract/call-changes.ts'
import { readAfterHeader } from '#contract/change-stream.ts'
import type { App } from '#server/app-types.ts'
import { recentWrites } from '#server/changes/last-writes.ts'
import { readFromReplicas, readWithoutPrimary } from '#server/db/replicas.ts'
import { timeLeft } from '#server/time/time-left.ts'

/** What decides about sign-in, sessions and accounts, what is made at the first use, and what asks others for its state. */
const answeredByPrimary: ReadonlySet<string> = new Set([
  'GET /v1/auth/logout-link',
  'GET /v1/auth/not-me/{secret}',
  'GET /v1/auth/redirect-to-oauth-provider',
  'GET /v1/profile/account/iam-oauth-url/{provider}',
  'GET /v1/profile/account/list',
  'GET /v1/profile/checkout/{checkoutId}',
  'GET /v1/profile/join/preview',
  'GET /v1/profile/password/sign-in-names',
  'GET /v1/profile/session/list',
  'GET /v1/profile/visit/list',
  'GET /v1/push-subscription/key',
  'GET /v1/admin/user/{id}/join/preview',
] satisfies GetCall[])

function mayReadReplicas(call: Call): boolean {
  return methodOf(call.address) === 'GET' && !isRefusedDuringImpersonation(call) && !answeredByPrimary.has(call.address)
}

/**
 * Runs the handler of a call so that replicas may answer its reads. A replica must have what the person has written, on
 * any device, and the changes that the page or this server has heard of (decision 109).
 */
export function withReplicas<Answer>(
  { readsReplicas, lastChangeOf, clock }: App,
  { call, request: { session, headers } }: { call: Call; request: FastifyRequest },
  handle: () => Answer,
): Answer {
  if (!readsReplicas || !mayReadReplicas(call)) return handle()
  // A sign-in writes roles and contacts, too.
  if (session && timeLeft(session.startedAt, recentWrites, clock()) !== null) return readWithoutPrimary(handle)
  const known = [session?.lastWrite, session && lastChangeOf(session.userId), idIn(headers)]
  return readFromReplicas(
    known.filter((id) => typeof id === 'string'),
    handle,
  )
}

function idIn(headers: FastifyRequest['headers']): string | null {
  const value = headers[readAfterHeader.toLowerCase()]
  return typeof value === 'string' && /^\d{1,18}$/.test(value) ? value : null
}
