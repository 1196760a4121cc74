import { createHmac, randomInt } from 'node:crypto'
import { and, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { guardianRights, rightsOfPreset } from '#contract/people/guardian-rights.ts'
import type { PairingCode, PairingOffer } from '#contract/people/pairing.ts'
import { pairingCodeDays, pairingCodeLength, pairingCodeLetters } from '#contract/people/pairing-code.ts'
import { staffRoles } from '#contract/roles.ts'
import { findGuardians } from '#server/access/family-rights.ts'
import { selectFullName } from '#server/access/user-columns.ts'
import { ageOf, findGuardiansOf } from '#server/access/visible-students.ts'
import { announceChanges } from '#server/changes/announce-changes.ts'
import type { Database } from '#server/db/client.ts'
import { pairingCodes } from '#server/db/schema/account-security.ts'
import { users } from '#server/db/schema/people.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { rightsInWords } from '#server/notifications/formats.ts'
import { notifyUsers, recipientColumns, type UserNotification } from '#server/notifications/notify-users.ts'
import { audit } from '#server/security/audit-log.ts'
import { oneTimeState } from '#server/security/one-time-state.ts'
import { consume } from '#server/security/rate-limit-counters.ts'
import { getServerKey } from '#server/security/tokens.ts'
import { type CurrentTime, dayInZone } from '#server/time/calendar-days.ts'

/** Codes of one child in a day, of all who make them. */
const makingLimit = { limit: 'pairing-code', max: 10, seconds: 24 * 60 * 60 }

/** Codes of a child that are listed. */
const maxListed = 20

/** Codes are found by it, so it names no other value than the code. */
export async function hashPairingCode(database: Database, code: string): Promise<string> {
  const key = await getServerKey(database, 'pairing-codes')
  return createHmac('sha256', key).update(code).digest('base64url')
}

function randomCode(): string {
  return Array.from({ length: pairingCodeLength }, () => pairingCodeLetters[randomInt(pairingCodeLetters.length)]).join(
    '',
  )
}

export type Maker = { userId: string; name: string; isSchool: boolean; reason?: string }

/**
 * Makes a code of a child. The caller has decided that the maker may. The family is notified, but for the maker. Refused to
 * guardians of a student who is of age, and for the own account of a child who has one or works at the school.
 */
export async function makeCode(
  transaction: Database,
  { childId, offer, maker, now, timeZone }: { childId: string; offer: PairingOffer; maker: Maker } & CurrentTime,
): Promise<{ code: string; expiresAt: string }> {
  const [child] = await transaction.select().from(users).where(eq(users.id, childId)).for('no key update')
  if (!child) throwProblem('not-found', 'No such child')
  if (child.joinedInto !== null) throwProblem('state-conflict', 'The account is joined to another one')
  const { age, roles } = await ageOf(transaction, childId, dayInZone(now, timeZone))
  if (age === 'adult' && !maker.isSchool)
    throwProblem('state-conflict', 'The student is of age: the school makes codes')
  if (offer.kind === 'student') {
    if (child.subject !== null) throwProblem('state-conflict', 'The child has an account already')
    if (roles.some((role) => staffRoles.includes(role)))
      throwProblem('state-conflict', 'The person works at the school')
  }
  const retryAfter = await consume(transaction, [{ ...makingLimit, key: childId }], now)
  if (retryAfter !== null) throwProblem('too-many-requests', 'Too many codes of one child', { retryAfter })
  const preset = offer.kind === 'guardian' ? offer.preset : null
  const expiresAt = new Date(now.getTime() + pairingCodeDays * 24 * 60 * 60_000)
  const row = {
    childId,
    kind: offer.kind,
    preset,
    madeBy: maker.userId,
    isBySchool: maker.isSchool,
    madeAt: now,
    expiresAt,
  }
  const code = await storeCode(transaction, row)
  const { reason } = maker
  const detail = preset ?? 'student'
  await audit(transaction, {
    at: now,
    action: 'roles.code-made',
    subjectId: childId,
    detail,
    ...(reason && { reason }),
  })
  const by = maker.isSchool ? '' : maker.name
  await notifyFamily(transaction, { childId, except: [maker.userId], now, timeZone }, (language, isWhole) => ({
    kind: 'pairing-code-made',
    values: {
      student: child.firstName,
      by: isWhole ? by : '',
      brief: isWhole ? ('' as const) : offer.kind,
      rights: isWhole && preset !== null ? rightsInWords(rightsOfPreset[preset], language) : '',
    },
  }))
  return { code, expiresAt: expiresAt.toISOString() }
}

/** Another code has the same letters once in many millions: then the next ones are tried. */
async function storeCode(
  transaction: Database,
  row: Omit<typeof pairingCodes.$inferInsert, 'codeHash'>,
): Promise<string> {
  for (;;) {
    const code = randomCode()
    const codeHash = await hashPairingCode(transaction, code)
    const stored = await transaction
      .insert(pairingCodes)
      .values({ ...row, codeHash })
      .onConflictDoNothing()
      .returning({ id: pairingCodes.id })
    if (stored.length > 0) return code
  }
}

/** `isWhole`: with names and rights. */
type MessageOf = (language: 'ru' | 'en', isWhole: boolean) => Pick<UserNotification, 'kind' | 'values'>

/**
 * Notifies the family of a child, as far as it has accounts, and its open pages: with names and rights the guardians who have
 * all rights and a child of age, without them the guardians who have some. Parents may live apart.
 */
export async function notifyFamily(
  transaction: Database,
  { childId, except, now, timeZone }: { childId: string; except: readonly string[] } & CurrentTime,
  message: MessageOf,
): Promise<void> {
  const guardians = await findGuardians(transaction, sql`(${childId}::uuid)`)
  const userIds = guardians.map(({ id }) => id)
  await announceChanges(transaction, { userIds, calls: ['GET /v1/profile/guardian/list'] })
  const isWhole = new Map(
    guardians
      .filter(({ rights }) => guardianRights.some((right) => rights[right]))
      .map(({ id, rights }) => [id, guardianRights.every((right) => rights[right])]),
  )
  const { age } = await ageOf(transaction, childId, dayInZone(now, timeZone))
  if (age === 'adult') isWhole.set(childId, true)
  const ids = [...isWhole.keys()].filter((id) => !except.includes(id))
  if (ids.length === 0) return
  const recipients = await transaction
    .select(recipientColumns)
    .from(users)
    .where(and(inArray(users.id, ids), isNotNull(users.subject), isNull(users.lockedAt)))
    .orderBy(users.id)
  await notifyUsers(
    transaction,
    now,
    recipients.map((recipient) => {
      const isAll = isWhole.get(recipient.id) ?? false
      const { kind } = message('ru', isAll)
      return { recipient, kind, values: (language: 'ru' | 'en') => message(language, isAll).values } as UserNotification
    }),
  )
}

/** Makes an open code stop working; 404 for a code of another child, 409 for one that is over. */
export async function revokeCode(
  transaction: Database,
  { codeId, childId, now }: { codeId: string; childId: string; now: Date },
): Promise<void> {
  const isIt = and(eq(pairingCodes.id, codeId), eq(pairingCodes.childId, childId))
  const [found] = await transaction.select().from(pairingCodes).where(isIt).for('update')
  if (!found) throwProblem('not-found', 'No such code of this child')
  const state = oneTimeState(found, now)
  if (state !== 'open') throwProblem('state-conflict', `The code is ${state}`)
  await transaction.update(pairingCodes).set({ revokedAt: now }).where(isIt)
  await audit(transaction, {
    at: now,
    action: 'roles.code-revoked',
    subjectId: childId,
    detail: found.preset ?? 'student',
  })
  const pairs = await findGuardiansOf(transaction, [childId], 'relation')
  const userIds = pairs.map(({ guardianId }) => guardianId)
  await announceChanges(transaction, { userIds, calls: ['GET /v1/profile/guardian/list'] })
}

/** The child of a code; undefined for an unknown one. */
export async function childOfCode(database: Database, codeId: string): Promise<string | undefined> {
  const [found] = await database
    .select({ childId: pairingCodes.childId })
    .from(pairingCodes)
    .where(eq(pairingCodes.id, codeId))
  return found?.childId
}

const makers = alias(users, 'makers')
const takers = alias(users, 'takers')

/** The last codes of children, who are a subquery, the newest first. */
export async function findCodes(
  database: Database,
  students: SQL,
  now: Date,
): Promise<(PairingCode & { childId: string })[]> {
  const rows = await database
    .select({ code: pairingCodes, madeBy: selectFullName(makers), usedBy: selectFullName(takers) })
    .from(pairingCodes)
    .leftJoin(makers, eq(makers.id, pairingCodes.madeBy))
    .leftJoin(takers, eq(takers.id, pairingCodes.usedBy))
    .where(sql`${pairingCodes.childId} in ${students}`)
    .orderBy(desc(pairingCodes.madeAt), pairingCodes.id)
  return [...Map.groupBy(rows, ({ code }) => code.childId).values()].flatMap((some) =>
    some.slice(0, maxListed).map(({ code: { id, childId, kind, preset, isBySchool, ...code }, madeBy, usedBy }) => ({
      id,
      childId,
      kind,
      preset,
      isBySchool,
      madeBy,
      usedBy,
      state: oneTimeState(code, now),
      madeAt: code.madeAt.toISOString(),
      expiresAt: code.expiresAt.toISOString(),
      usedAt: code.usedAt?.toISOString() ?? null,
    })),
  )
}
