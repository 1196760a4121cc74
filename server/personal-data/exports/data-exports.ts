import { and, desc, eq, gt, inArray, lte, ne, sql } from 'drizzle-orm'
import type { Locale } from '#contract/enumerations.ts'
import type { DataExport, DataExportStatus } from '#contract/people/data-export.ts'
import { findSeenOfOthers, isAllStillSeen, type SeenOfOthers } from '#server/access/seen-of-others.ts'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import { dataExports } from '#server/db/schema/storage.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { formatDay } from '#server/notifications/formats.ts'
import { notifyUsers, recipientColumns, type UserNotification } from '#server/notifications/notify-users.ts'
import { enqueue } from '#server/queues/enqueue.ts'
import { audit } from '#server/security/audit-log.ts'
import { openSecret, sealSecret } from '#server/security/stored-secret.ts'
import { dayInZone } from '#server/time/calendar-days.ts'
import { expiryOf, isUnderWay, nextAskAt } from './rules.ts'

type Row = typeof dataExports.$inferSelect
const day = 24 * 60 * 60_000
const ended = { sealedKey: null } as const

/** The name of the file that an attempt writes. */
export function fileOf({ id, attempts }: Pick<Row, 'id' | 'attempts'>): string {
  return `${id}.${attempts}`
}

function sinceYear(now: Date): Date {
  return new Date(now.getTime() - 365 * day)
}

function findRecent(database: Database, userId: string, now: Date): Promise<Row[]> {
  return database
    .select()
    .from(dataExports)
    .where(and(eq(dataExports.userId, userId), gt(dataExports.askedAt, sinceYear(now))))
    .orderBy(desc(dataExports.askedAt), desc(dataExports.id))
}

/** The last copy, and when another can be asked for. */
export async function findDataExport(database: Database, userId: string, now: Date): Promise<DataExportStatus> {
  const recent = await findRecent(database, userId, now)
  // One that was not made does not hide one that can be downloaded.
  const shown = recent.find((row) => isUnderWay(row)) ?? recent.find(({ state }) => state === 'ready') ?? recent[0]
  const present = shown && (await withPresentState(database, shown, now))
  const counted = recent.map((row) => (row.id === present?.id ? present : row))
  return { last: present ? shownOf(present) : null, nextAt: nextAskAt(counted, now)?.toISOString() ?? null }
}

function shownOf({ id, state, askedAt, readyAt, expiresAt, bytes }: Row): DataExport {
  return {
    id,
    state,
    bytes,
    askedAt: askedAt.toISOString(),
    readyAt: readyAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
  }
}

/** The row as it counts now: a copy is closed once the person may not see something of it any more. */
async function withPresentState(database: Database, row: Row, now: Date): Promise<Row> {
  if (row.state !== 'ready' || !row.seen || !row.expiresAt) return row
  if (row.expiresAt <= now) return { ...row, state: 'expired' }
  return isAllStillSeen(row.seen, await findSeenOfOthers(database, row.userId)) ? row : { ...row, state: 'closed' }
}

/** Queues a copy. 409 while another is made, 429 after too many. */
export async function askForDataExport(
  database: Database,
  { userId, language, now }: { userId: string; language: Locale; now: Date },
): Promise<void> {
  await database.transaction(async (transaction) => {
    // Two presses at once, also on two servers.
    await transaction.execute(sql`select pg_advisory_xact_lock(hashtext(${`data-export ${userId}`}))`)
    const recent = await findRecent(transaction, userId, now)
    if (recent.some(isUnderWay)) throwProblem('state-conflict', 'A copy is being made')
    const nextAt = nextAskAt(recent, now)
    if (nextAt) {
      const retryAfter = Math.ceil((nextAt.getTime() - now.getTime()) / 1000)
      throwProblem('too-many-requests', 'Too many copies in a day', { retryAfter })
    }
    const [made] = await transaction
      .insert(dataExports)
      .values({ userId, askedAt: now })
      .returning({ id: dataExports.id })
    if (!made) throw new Error('the copy was not stored')
    await enqueue(transaction, 'make-data-export', [{ data: { id: made.id, language } }])
    await audit(transaction, { at: now, action: 'export.data-asked', subjectId: userId })
  })
}

/** Begins an attempt; null if the copy is made already, or was given up. */
export async function beginAttempt(database: Database, id: string): Promise<Row | null> {
  const [begun] = await database
    .update(dataExports)
    .set({ state: 'making', attempts: sql`${dataExports.attempts} + 1` })
    .where(and(eq(dataExports.id, id), inArray(dataExports.state, ['asked', 'making'])))
    .returning()
  return begun ?? null
}

type Made = { row: Row; key: string; bytes: number; seen: SeenOfOthers }
type Context = { database: Database; clock: () => Date; timeZone: string; secretsKey: string | undefined }

/** Makes the file of an attempt the copy, in place of an earlier one; false if a later attempt has begun meanwhile. */
export async function finishAttempt(
  { database, clock, timeZone, secretsKey }: Context,
  { row: { id, userId, attempts }, key, bytes, seen }: Made,
): Promise<boolean> {
  const now = clock()
  const expiresAt = expiryOf(now)
  return database.transaction(async (transaction) => {
    const [ready] = await transaction
      .update(dataExports)
      .set({
        state: 'ready',
        readyAt: now,
        expiresAt,
        bytes,
        seen,
        sealedKey: sealSecret(key, secretsKey, 'data-exports'),
      })
      .where(and(eq(dataExports.id, id), eq(dataExports.state, 'making'), eq(dataExports.attempts, attempts)))
      .returning({ id: dataExports.id })
    if (!ready) return false
    await transaction
      .update(dataExports)
      .set({ state: 'expired', ...ended })
      .where(and(eq(dataExports.userId, userId), ne(dataExports.id, id), eq(dataExports.state, 'ready')))
    await notify(transaction, userId, now, {
      kind: 'data-export-ready',
      once: `data-export ${id}`,
      values: (language) => ({ until: formatDay(dayInZone(expiresAt, timeZone), language) }),
    })
    return true
  })
}

/** Gives up a copy whose attempts have all failed. */
export async function failDataExport(database: Database, id: string, now: Date): Promise<void> {
  await database.transaction(async (transaction) => {
    const [failed] = await transaction
      .update(dataExports)
      .set({ state: 'failed' })
      .where(and(eq(dataExports.id, id), inArray(dataExports.state, ['asked', 'making'])))
      .returning({ userId: dataExports.userId })
    if (failed) await notify(transaction, failed.userId, now, { kind: 'data-export-failed', values: {} })
  })
}

type Notice = Pick<
  Extract<UserNotification, { kind: 'data-export-ready' | 'data-export-failed' }>,
  'kind' | 'values' | 'once'
>

async function notify(transaction: Database, userId: string, now: Date, notice: Notice): Promise<void> {
  const [recipient] = await transaction.select(recipientColumns).from(users).where(eq(users.id, userId))
  if (recipient) await notifyUsers(transaction, now, [{ recipient, ...notice } as UserNotification])
}

/** A copy that the person may download now; null for one that is over, or of another person. */
export async function findDownload(
  database: Database,
  { id, userId, now, secretsKey }: { id: string; userId: string; now: Date; secretsKey: string | undefined },
): Promise<{ file: string; key: string; bytes: number; readyAt: Date } | null> {
  const [stored] = await database
    .select()
    .from(dataExports)
    .where(and(eq(dataExports.id, id), eq(dataExports.userId, userId)))
  if (!stored) return null
  const { state, sealedKey, bytes, readyAt } = await withPresentState(database, stored, now)
  if (state !== 'ready' || sealedKey === null || bytes === null || readyAt === null) return null
  return { file: fileOf(stored), key: openSecret(sealedKey, secretsKey, 'data-exports'), bytes, readyAt }
}

/** Ends the copies that are over or closed, and erases their keys. Returns the files of those that go on. */
export async function endDataExports(database: Database, now: Date): Promise<Set<string>> {
  const ready = await database.select().from(dataExports).where(eq(dataExports.state, 'ready'))
  for (const row of ready) {
    const { state } = await withPresentState(database, row, now)
    if (state === 'ready') continue
    await database
      .update(dataExports)
      .set({ state, ...ended })
      .where(and(eq(dataExports.id, row.id), eq(dataExports.state, 'ready')))
  }
  await database.delete(dataExports).where(lte(dataExports.askedAt, sinceYear(now)))
  const kept = await database
    .select({ id: dataExports.id, attempts: dataExports.attempts })
    .from(dataExports)
    .where(inArray(dataExports.state, ['making', 'ready']))
  return new Set(kept.map(fileOf))
}
