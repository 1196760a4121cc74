import { hash } from 'node:crypto'
import { and, eq, gt, lte } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import pLimit from 'p-limit'
import { z } from 'zod'
import type { Call } from '#contract/call.ts'
import { uuid } from '#contract/schemas.ts'
import type { App, Session } from '#server/app-types.ts'
import type { Database, Transaction } from '#server/db/client.ts'
import { idempotencyKeys, type StoredOutcome } from '#server/db/schema/idempotency.ts'
import { HttpError, throwProblem } from '#server/http/http-error.ts'
import { parsePart } from './request-validation.ts'

/** How long an answer is stored, in milliseconds. */
const storedFor = 24 * 60 * 60_000
const oldest = (now: Date) => new Date(now.getTime() - storedFor)
const keyHeaders = z.object({ 'idempotency-key': uuid })

type Input = {
  session: Session | null
  params: unknown
  query: unknown
  headers: unknown
  body: unknown
  request: FastifyRequest
  reply: FastifyReply
}

/** Writes that may queue for each connection: more of them would wait longer than a person does. */
const mostWaitingPerConnection = 20

/**
 * Idempotent calls may wait for a row that another one has locked, such as that of a group whose places are being sold.
 * They may occupy half of the connections at most: the rest of them queue in memory, and other calls find a connection.
 */
export function idempotency(app: App): void {
  app.decorate('idempotentWrites', pLimit(Math.max(1, Math.floor(app.env.DATABASE_POOL / 2))))
}

function isFull({ idempotentWrites: { pendingCount, concurrency } }: App): boolean {
  return pendingCount >= mostWaitingPerConnection * concurrency
}

/** Refuses a write while too many others wait. Before it is counted by rate limits: the client sends it again. */
export function refuseIfFull({ routeOptions }: FastifyRequest, app: App): void {
  if (routeOptions.config.call?.idempotent && isFull(app)) throwProblem('unavailable', 'Too many writes are waiting')
}

/** Whether the request repeats one that has been answered. A repeat has no effect, so it is not counted by rate limits. */
export async function isRepeat(
  { session, headers, routeOptions }: FastifyRequest,
  { database, clock }: App,
): Promise<boolean> {
  if (!session || !routeOptions.config.call?.idempotent) return false
  const { success, data } = keyHeaders.safeParse(headers)
  if (!success) return false
  const { userId, key, createdAt } = idempotencyKeys
  const isOwn = and(eq(userId, session.userId), eq(key, data['idempotency-key']), gt(createdAt, oldest(clock())))
  return (await database.select({ key }).from(idempotencyKeys).where(isOwn)).length > 0
}

/**
 * Handles a request once per person and key, and answers every repeat with the stored answer (D-25). The key, the effect
 * and the answer are written in one transaction. An `HttpError` of the handler rolls its effects back and is stored like
 * an answer; any other error stores nothing.
 */
export async function runIdempotently<Answer>(
  app: App,
  call: Call,
  { session, params, query, headers, body, request, reply }: Input,
  handle: (transaction: Transaction) => Promise<Answer>,
): Promise<Answer> {
  const { database, clock, idempotentWrites } = app
  if (!session) throw new Error(`${call.address} is idempotent and open to visitors: a key belongs to a person`)
  const { 'idempotency-key': key } = parsePart(keyHeaders, request.headers, 'headers')
  const requestHash = hashOf({ params, query, headers, body })
  const entry = { userId: session.userId, key, call: call.address, requestHash }
  const now = clock()
  const run = () => runOnce(database, { ...entry, createdAt: now }, (transaction) => outcomeOf(transaction, handle))
  // A stored answer need not wait for a long queue.
  const isAnswered = isFull(app) && (await isRepeat(request, app))
  const { outcome, isReplayed } = await (isAnswered
    ? run()
    : idempotentWrites(() => {
        // The time to answer may have passed in the queue. The client repeats the request with the same key.
        if (reply.sent) throwProblem('unavailable', 'The request waited too long')
        return run()
      }))
  if (isReplayed) reply.header('idempotency-replayed', 'true')
  if (!('refusal' in outcome)) return outcome.answer as Answer
  const { problem, detail, ...more } = outcome.refusal
  return throwProblem(problem, detail, more)
}

/** A key of a user, or of a service account, and the request that it belongs to. */
type KeyOfOwner = Omit<typeof idempotencyKeys.$inferInsert, 'outcome' | 'userId' | 'accountId'> &
  ({ userId: string; accountId?: never } | { userId?: never; accountId: string })

/**
 * Runs a request once per owner and key, and returns the stored outcome to every repeat. The key, the effect and the
 * outcome are written in one transaction. Throws `invalid-values` if the key belongs to another request.
 */
export async function runOnce(
  database: Database,
  entry: KeyOfOwner,
  run: (transaction: Transaction) => Promise<StoredOutcome>,
): Promise<{ outcome: StoredOutcome; isReplayed: boolean }> {
  return database.transaction(async (transaction) => {
    const known = await claim(transaction, entry)
    if (known) return { outcome: known, isReplayed: true }
    const outcome = await run(transaction)
    await transaction
      .update(idempotencyKeys)
      .set({ outcome })
      .where(and(isOfOwner(entry), eq(idempotencyKeys.key, entry.key)))
    return { outcome, isReplayed: false }
  })
}

function isOfOwner({ userId, accountId }: KeyOfOwner) {
  return accountId === undefined ? eq(idempotencyKeys.userId, userId) : eq(idempotencyKeys.accountId, accountId)
}

export async function deleteOldKeys(database: Database, now: Date): Promise<void> {
  await database.delete(idempotencyKeys).where(lte(idempotencyKeys.createdAt, oldest(now)))
}

/** Claims the key, or returns the outcome stored with it. While another request holds the key, the unique key blocks. */
async function claim(transaction: Transaction, entry: KeyOfOwner): Promise<StoredOutcome | null> {
  const { userId, accountId, key } = idempotencyKeys
  const [row] = await transaction
    .insert(idempotencyKeys)
    .values(entry)
    // Changes nothing. Unlike `do nothing`, it returns the existing row.
    .onConflictDoUpdate({ target: [entry.userId === undefined ? accountId : userId, key], set: { key: entry.key } })
    .returning()
  // Expired, but not deleted yet.
  if (row && row.createdAt <= oldest(entry.createdAt)) {
    await transaction.delete(idempotencyKeys).where(and(isOfOwner(entry), eq(idempotencyKeys.key, entry.key)))
    return claim(transaction, entry)
  }
  if (row?.call !== entry.call || row.requestHash !== entry.requestHash) {
    const errors = [{ path: 'idempotency-key', message: 'used-otherwise' }]
    throwProblem('invalid-values', 'The key belongs to another request', { errors })
  }
  return row.outcome
}

async function outcomeOf(
  transaction: Transaction,
  handle: (savepoint: Transaction) => Promise<unknown>,
): Promise<StoredOutcome> {
  try {
    return { answer: await transaction.transaction(handle) }
  } catch (error) {
    if (!(error instanceof HttpError) || error.status >= 500) throw error
    const { type: problem, detail, errors, triesLeft, retryAfter } = error
    return { refusal: { problem, detail, errors, triesLeft, retryAfter } }
  }
}

/** Independent of the order of fields. */
function hashOf(values: object): string {
  const text = JSON.stringify(values, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? sorted(value) : value,
  )
  return hash('sha256', text, 'base64url')
}

function sorted(value: object): object {
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
}
