import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { App } from '#server/app-types.ts'
import type { Database } from '#server/db/client.ts'
import { throwInvalidValue } from '#server/http/http-error.ts'
import { runOnce } from '#server/plugins/idempotency.ts'

/**
 * Handles a request once per account and `Idempotency-Key`; a repeat is answered with the stored answer. A refusal is not
 * stored. Without the header the request is just handled: equal records are not written again anyway.
 */
export async function runWithKey<Answer>(
  { database, clock }: App,
  { service, headers, method, url, body }: FastifyRequest,
  handle: (transaction: Database) => Promise<Answer>,
): Promise<{ answer: Answer; isReplayed: boolean }> {
  const key = headers['idempotency-key']
  if (key === undefined) {
    const answer = await database.transaction((transaction) => handle(transaction))
    return { answer, isReplayed: false }
  }
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key))
    throwInvalidValue('idempotency-key', 'wrong-format', 'The key is 1 to 255 visible ASCII characters')
  const requestHash = hash('sha256', Buffer.isBuffer(body) ? body : '', 'base64url')
  const entry = { accountId: service?.id ?? '', key, call: `${method} ${url}`, requestHash, createdAt: clock() }
  const { outcome, isReplayed } = await runOnce(database, entry, async (transaction) => ({
    answer: await handle(transaction),
  }))
  return { answer: (outcome as { answer: Answer }).answer, isReplayed }
}
