import { hash } from 'node:crypto'
import { and, eq, lte } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Call } from '#contract/call.ts'
import { uuid } from '#contract/shapes.ts'
import type { Database, Transaction } from '#server/db/client.ts'
import { idempotencyKeys, type Outcome } from '#server/db/schema/idempotency.ts'
import { Refusal, refuse } from '#server/refusal.ts'
import type { App, Session } from '#server/surroundings.ts'
import { read } from './invalid-values.ts'

const kept = 24 * 60 * 60_000
const keyHeaders = z.object({ 'idempotency-key': uuid })

type Asked = {
  session: Session | null
  params: unknown
  query: unknown
  headers: unknown
  body: unknown
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * Has a request handled once for its person and key, and answers every repeat with what came of it (D-25). The key,
 * the effect and the answer are written in one transaction, so that no server ever has one without the others.
 * A refusal of the handler takes its effects back and is an answer like any other; a failure leaves nothing.
 */
export async function answerOnce<Answer>(
  { database, clock }: App,
  call: Call,
  { session, params, query, headers, body, request, reply }: Asked,
  handle: (transaction: Transaction) => Promise<Answer>,
): Promise<Answer> {
  if (!session) throw new Error(`${call.address} is idempotent for anyone: a key belongs to a person`)
  const { 'idempotency-key': key } = read(keyHeaders, request.headers, 'headers')
  const asked = {
    userId: session.userId,
    key,
    call: call.address,
    requestHash: hashOf({ params, query, headers, body }),
  }
  const now = clock()
  await forgetOldKeys(database, now)
  const { outcome, isReplayed } = await database.transaction(async (transaction) => {
    const known = await claim(transaction, { ...asked, createdAt: now })
    if (known) return { outcome: known, isReplayed: true }
    const found = await outcomeOf(transaction, handle)
    await transaction
      .update(idempotencyKeys)
      .set({ outcome: found })
      .where(and(eq(idempotencyKeys.userId, asked.userId), eq(idempotencyKeys.key, key)))
    return { outcome: found, isReplayed: false }
  })
  if (isReplayed) reply.header('idempotency-replayed', 'true')
  if (!('refusal' in outcome)) return outcome.answer as Answer
  const { problem, detail, ...more } = outcome.refusal
  return refuse(problem, detail, more)
}

/** In a statement of its own: within the transaction everybody's next call would wait for this one's handler. */
async function forgetOldKeys(database: Database, now: Date): Promise<void> {
  await database.delete(idempotencyKeys).where(lte(idempotencyKeys.createdAt, new Date(now.getTime() - kept)))
}

/** Takes the key, or says what came of the request that has it; while that is under way, the primary key makes this wait. */
async function claim(transaction: Transaction, asked: typeof idempotencyKeys.$inferInsert): Promise<Outcome | null> {
  const [row] = await transaction
    .insert(idempotencyKeys)
    .values(asked)
    // Changes nothing; unlike `do nothing` it returns the row that is there.
    .onConflictDoUpdate({ target: [idempotencyKeys.userId, idempotencyKeys.key], set: { key: asked.key } })
    .returning()
  if (row?.call !== asked.call || row.requestHash !== asked.requestHash) {
    const errors = [{ path: 'idempotency-key', message: 'used-otherwise' }]
    refuse('invalid-values', 'The key belongs to another request', { errors })
  }
  return row.outcome
}

async function outcomeOf(
  transaction: Transaction,
  handle: (savepoint: Transaction) => Promise<unknown>,
): Promise<Outcome> {
  try {
    return { answer: await transaction.transaction(handle) }
  } catch (error) {
    if (!(error instanceof Refusal) || error.status >= 500) throw error
    const { problem, detail, errors, triesLeft, retryAfter } = error
    return { refusal: { problem, detail, errors, triesLeft, retryAfter } }
  }
}

/** The same for the same values, in whatever order their fields were sent. */
function hashOf(values: object): string {
  const text = JSON.stringify(values, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? sorted(value) : value,
  )
  return hash('sha256', text, 'base64url')
}

function sorted(value: object): object {
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
}
