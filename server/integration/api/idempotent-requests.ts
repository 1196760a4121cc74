import { hash } from 'node:crypto'
import { and, eq, lte } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { App } from '#server/app-types.ts'
import type { Database } from '#server/db/client.ts'
import { serviceRequests } from '#server/db/schema/integration.ts'
import { throwInvalidValue } from '#server/http-error.ts'

/** How long an answer is stored, in milliseconds. */
const storedFor = 24 * 60 * 60_000

/**
 * Handles a request once per account and `Idempotency-Key`, in one transaction with the stored answer; a repeat is
 * answered with it. Without the header the request is just handled: equal records are not written again anyway.
 */
export async function onceForKey<Answer>(
  { database, clock }: App,
  request: FastifyRequest,
  handle: (transaction: Database) => Promise<Answer>,
): Promise<{ answer: Answer; isReplayed: boolean }> {
  const { service, headers, method, url, body } = request
  const key = headers['idempotency-key']
  if (key === undefined) {
    const answer = await database.transaction((transaction) => handle(transaction))
    return { answer, isReplayed: false }
  }
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key))
    throwInvalidValue('idempotency-key', 'wrong-format', 'The key is 1 to 255 visible ASCII characters')
  const now = clock()
  const accountId = service?.id ?? ''
  const isOwn = and(eq(serviceRequests.accountId, accountId), eq(serviceRequests.key, key))
  const requestHash = hash(
    'sha256',
    `${method} ${url}\n${Buffer.isBuffer(body) ? body.toString('latin1') : ''}`,
    'base64url',
  )
  await database.delete(serviceRequests).where(lte(serviceRequests.createdAt, new Date(now.getTime() - storedFor)))
  return database.transaction(async (transaction) => {
    const [row] = await transaction
      .insert(serviceRequests)
      .values({ accountId, key, requestHash, createdAt: now })
      // Changes nothing. Unlike `do nothing`, it waits for another request with the key, and returns the row.
      .onConflictDoUpdate({ target: [serviceRequests.accountId, serviceRequests.key], set: { key } })
      .returning()
    if (row?.requestHash !== requestHash)
      throwInvalidValue('idempotency-key', 'used-otherwise', 'The key belongs to another request')
    if (row.outcome) return { answer: (row.outcome as { answer: Answer }).answer, isReplayed: true }
    const answer = await handle(transaction)
    await transaction.update(serviceRequests).set({ outcome: { answer } }).where(isOwn)
    return { answer, isReplayed: false }
  })
}
