import { eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Locale, PairingObstacle } from '#contract/enumerations.ts'
import { type GuardianRights, guardianRights, rightsOfPreset } from '#contract/people/guardian-rights.ts'
import { displayName } from '#contract/people/names.ts'
import type { PairingPreview } from '#contract/people/pairing.ts'
import { guardianRoleOf, type Role, rolesOfCheck, rolesOfGroup, staffRoles } from '#contract/roles.ts'
import { isEnded } from '#server/access/ended-guardianships.ts'
import { addGuardian, findRightsOfPairs, lockRights } from '#server/access/family-rights.ts'
import { lockAccountJoins } from '#server/access/joined-accounts.ts'
import { selectFullName, selectRoles } from '#server/access/user-columns.ts'
import { ageOf, areRelated } from '#server/access/visible-students.ts'
import { rolesOfSchool } from '#server/account-control/control-account.ts'
import { announceAll, joinAccounts } from '#server/account-joins/join-accounts.ts'
import { findJoinSides, type JoinSides, joinObstacle } from '#server/account-joins/join-sides.ts'
import type { App, Session } from '#server/app-types.ts'
import { lockCodesOf, recordWrongCode, throwIfLocked } from '#server/auth/codes/one-time-code-limits.ts'
import { maskContact } from '#server/auth/codes/one-time-code-rules.ts'
import { publishProfileChange } from '#server/changes/publish-event.ts'
import type { Database } from '#server/db/client.ts'
import { pairingCodes } from '#server/db/schema/account-security.ts'
import { users } from '#server/db/schema/people.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { rightsInWords } from '#server/notifications/formats.ts'
import { setRoles } from '#server/roles/set-roles.ts'
import { audit } from '#server/security/audit-log.ts'
import { oneTimeState } from '#server/security/one-time-state.ts'
import { consume, networkOfAddress, type RateLimit, refund } from '#server/security/rate-limit-counters.ts'
import { dayInZone } from '#server/time/calendar-days.ts'
import { hashPairingCode, notifyFamily } from './pairing-codes.ts'

type Entered = { session: Session; code: string; language: Locale; address: string }

const dayInSeconds = 24 * 60 * 60

/** Wrong codes of all accounts in one network, and of all people: more accounts must not mean more guesses. */
function guessLimits(address: string): RateLimit[] {
  return [
    { limit: 'pairing-guess-network', key: networkOfAddress(address), max: 30, seconds: dayInSeconds },
    { limit: 'pairing-guess', key: '', max: 1000, seconds: dayInSeconds },
  ]
}

const makers = alias(users, 'makers')

/** What a person does who was given a code. A wrong code, and one that is over, are counted as wrong attempts of the person. */
export function pairing(app: App) {
  const { database, clock, env } = app

  /**
   * Locks what decides about the code, then the code: joins of accounts, and the rights of the guardian who has made it. Joins
   * and changes of rights take their locks in this order, too.
   */
  async function find(transaction: Database, code: string) {
    const isThisOne = eq(pairingCodes.codeHash, await hashPairingCode(transaction, code))
    const [known] = await transaction
      .select({ kind: pairingCodes.kind, childId: pairingCodes.childId, madeBy: pairingCodes.madeBy })
      .from(pairingCodes)
      .where(isThisOne)
    if (!known) return
    await lockAccountJoins(transaction, known.kind === 'student' ? 'exclusive' : 'share')
    const { childId, madeBy: guardianId } = known
    const makerRights = guardianId === null ? undefined : await lockRights(transaction, { guardianId, childId })
    const [found] = await transaction
      .select({
        code: pairingCodes,
        child: {
          id: users.id,
          firstName: users.firstName,
          lastName: users.lastName,
          joinedInto: users.joinedInto,
          roles: selectRoles(users.id),
        },
        // Not one object: a column of a joined table that is null makes it null.
        madeBy: selectFullName(makers),
        makerLockedAt: makers.lockedAt,
        makerRoles: selectRoles(makers.id),
      })
      .from(pairingCodes)
      .innerJoin(users, eq(users.id, pairingCodes.childId))
      .leftJoin(makers, eq(makers.id, pairingCodes.madeBy))
      .where(isThisOne)
      .for('update', { of: pairingCodes })
    return found && { ...found, makerRights }
  }
  type Found = NonNullable<Awaited<ReturnType<typeof find>>>

  /** Why the code does not work for the person. */
  async function obstacleOf(transaction: Database, { userId }: Session, found: Found): Promise<PairingObstacle | null> {
    const { code, child } = found
    const now = clock()
    const state = oneTimeState(code, now)
    if (state !== 'open') return state
    if (!isStillGiven(found)) return 'revoked'
    if (userId === child.id) return code.kind === 'student' ? 'has-account' : 'own-family'
    if (code.kind === 'student') {
      const sides = await findJoinSides(transaction, [child.id, userId])
      const obstacle = linkObstacle(sides, child.id)
      if (obstacle !== null) return obstacle
      const isForSchool = code.madeBy === userId || (await joinObstacle(transaction, sides)) !== null
      return isForSchool ? 'school-only' : null
    }
    if (await isGuardianOf(transaction, { guardianId: userId, childId: child.id })) return 'already-guardian'
    // What the school has ended only the school begins again.
    if (!code.isBySchool && (await isEnded(transaction, { guardianId: userId, childId: child.id })))
      return 'school-only'
    if (code.madeBy === userId || (await areRelated(transaction, userId, child.id))) return 'own-family'
    return (await isMinor(transaction, userId, now)) ? 'minor' : null
  }

  /** By the known birthday; without one a student, and who has a guardian, is taken for a minor. */
  async function isMinor(transaction: Database, userId: string, now: Date): Promise<boolean> {
    const { age, answersForSelf, roles } = await ageOf(transaction, userId, dayInZone(now, env.TIME_ZONE))
    if (age !== null) return age === 'minor'
    return !answersForSelf || roles.some((role) => rolesOfGroup.student.includes(role))
  }

  /**
   * Finds the code in a transaction and works with it. One person enters one code at a time, so that concurrent guesses are
   * counted; a refusal is thrown after the transaction, which keeps its bookkeeping.
   */
  async function enter<Answer>(
    { session: { userId }, code, language, address }: Entered,
    work: (transaction: Database, found: Found) => Promise<{ answer: Answer; isWrong: boolean }>,
  ): Promise<Answer> {
    const now = clock()
    // Counted before the code is looked up: at the limit a right guess must look like a wrong one.
    const limits = guessLimits(address)
    const retryAfter = await consume(database, limits, now)
    if (retryAfter !== null) throwProblem('too-many-requests', 'Too many wrong codes', { retryAfter })
    let isGuess = false
    try {
      const outcome = await database.transaction(async (transaction) => {
        await lockCodesOf(transaction, userId)
        await throwIfLocked(transaction, { userId, purpose: 'pairing', now })
        const found = await find(transaction, code)
        const done = found ? await work(transaction, found) : null
        if (done && !done.isWrong) return { done, triesLeft: 0 }
        isGuess = true
        const wrong = { userId, purpose: 'pairing', target: '', language, now } as const
        return { done, triesLeft: await recordWrongCode(transaction, wrong) }
      })
      if (outcome.done) return outcome.done.answer
      if (outcome.triesLeft === 0) await throwIfLocked(database, { userId, purpose: 'pairing', now })
      return throwProblem('code-wrong', 'No such code', { triesLeft: outcome.triesLeft })
    } finally {
      if (!isGuess) await refund(database, limits, now)
    }
  }

  /** Returns false if the person has become a guardian of the child meanwhile. */
  async function addGuardianByCode(transaction: Database, session: Session, { code, child }: Found): Promise<boolean> {
    const { userId, user } = session
    const now = clock()
    const rights = rightsOfPreset[code.preset ?? 'informed']
    // Only the school makes codes for a child who is of age: it has decided what the guardian may.
    const { age } = await ageOf(transaction, child.id, dayInZone(now, env.TIME_ZONE))
    const ageAppliedAt = age === 'adult' ? now : null
    if (!(await addGuardian(transaction, { guardianId: userId, childId: child.id, rights, ageAppliedAt }))) return false
    const needed = child.roles.flatMap((role) => guardianRoleOf[role] ?? [])
    const wanted = needed.length > 0 ? needed : (['parent'] as const)
    const missing = wanted.filter((role) => !session.roles.includes(role))
    if (missing.length > 0) {
      const roles = [...new Set([...(await rolesOfSchool(transaction, userId)), ...missing])]
      await setRoles(transaction, 'school', [{ userId, roles }], { now })
    }
    await notifyFamily(
      transaction,
      { childId: child.id, except: [userId], now, timeZone: env.TIME_ZONE },
      (language, isWhole) => ({
        kind: 'guardian-paired',
        values: {
          student: child.firstName,
          ...(isWhole ? { who: displayName(user), rights: rightsInWords(rights, language) } : { who: '', rights: '' }),
        },
      }),
    )
    await publishProfileChange(transaction, { userId: child.id, fields: ['agents'], now })
    await announceAll(transaction, [userId])
    return true
  }

  /** The person keeps the own contacts, and gets the name that the school has. */
  async function linkAccount(
    transaction: Database,
    session: Session,
    { child }: Found,
    address: string,
  ): Promise<void> {
    const now = clock()
    const { userId, user } = session
    const { obstacle } = await joinAccounts(transaction, app, {
      ids: [child.id, userId],
      obstacleOf: (sides) => linkObstacle(sides, child.id),
      choice: {
        nameOf: child.id,
        emailOf: user.email === null ? child.id : userId,
        phoneOf: user.phone === null ? child.id : userId,
      },
      byId: userId,
      reason: null,
      ownSessionId: session.id,
      address,
      now,
    })
    if (obstacle) throwProblem('accounts-not-joinable', `The account cannot be linked with the child: ${obstacle}`)
    await notifyFamily(
      transaction,
      { childId: child.id, except: [child.id], now, timeZone: env.TIME_ZONE },
      (_, isWhole) => ({
        kind: 'student-paired',
        values: { student: child.firstName, who: isWhole ? describeAccount(session) : '' },
      }),
    )
  }

  return {
    preview: (entered: Entered): Promise<PairingPreview> =>
      enter<PairingPreview>(entered, async (transaction, found) => {
        const obstacle = await obstacleOf(transaction, entered.session, found)
        const { code, child, madeBy } = found
        if (obstacle !== null) return { answer: { obstacle, offer: null }, isWrong: isOver(obstacle) }
        const { firstName, lastName } = child
        const offer = {
          kind: code.kind,
          preset: code.preset,
          child: { firstName, lastName },
          isBySchool: code.isBySchool,
        }
        return { answer: { obstacle: null, offer: { ...offer, madeBy } }, isWrong: false }
      }),

    /** A code that is over since the preview is no guess. */
    async pair(entered: Entered): Promise<void> {
      const { session, address } = entered
      const refused = await enter<PairingObstacle | null>(entered, async (transaction, found) => {
        const as = (answer: PairingObstacle | null) => ({ answer, isWrong: false })
        const { code, child } = found
        if (await isRepeated(transaction, session, found)) return as(null)
        const obstacle = await obstacleOf(transaction, session, found)
        if (obstacle !== null) return as(obstacle)
        const now = clock()
        if (code.kind === 'guardian' && !(await addGuardianByCode(transaction, session, found)))
          return as('already-guardian')
        const usedBy = code.kind === 'student' ? child.id : session.userId
        await transaction.update(pairingCodes).set({ usedBy, usedAt: now }).where(eq(pairingCodes.id, code.id))
        const detail =
          code.kind === 'guardian'
            ? `${displayName(session.user)}: ${code.preset}`
            : `${describeAccount(session)}: student`
        await audit(transaction, { at: now, action: 'roles.paired', subjectId: child.id, detail })
        if (code.kind === 'student') await linkAccount(transaction, session, found, address)
        return as(null)
      })
      if (refused !== null) throwProblem('state-conflict', `The code does not work: ${refused}`)
    },
  }
}

type Known = { code: typeof pairingCodes.$inferSelect; child: { id: string } }

/** The answer was lost: the pair is still there; the account of a child is the one that has used the code, too. */
async function isRepeated(transaction: Database, { userId }: Session, { code, child }: Known): Promise<boolean> {
  if (code.usedAt === null) return false
  if (code.kind === 'student') return userId === child.id
  return code.usedBy === userId && (await isGuardianOf(transaction, { guardianId: userId, childId: child.id }))
}

/** Without a lock: two people may use codes of each other at once. */
async function isGuardianOf(transaction: Database, pair: { guardianId: string; childId: string }): Promise<boolean> {
  const [found] = await findRightsOfPairs(transaction, [pair])
  return found !== undefined && found.after !== null
}

type Given = Known & {
  child: { joinedInto: string | null }
  makerLockedAt: Date | null
  makerRoles: readonly Role[] | null
  makerRights: GuardianRights | undefined
}

/** Whether the maker might make the code today. */
function isStillGiven({ code, child, makerLockedAt, makerRoles, makerRights }: Given): boolean {
  if (code.madeBy === null || makerLockedAt !== null || child.joinedInto !== null) return false
  if (code.isBySchool) return (makerRoles ?? []).some((role) => rolesOfCheck.admin.includes(role))
  return guardianRights.every((right) => makerRights?.[right])
}

/** Why an account is not linked with a child: both rows are locked. */
function linkObstacle(
  { kept, joined }: JoinSides,
  childId: string,
): 'has-account' | 'other-roles' | 'school-only' | null {
  if (kept.id !== childId) return 'school-only'
  if (kept.subject !== null) return 'has-account'
  if (joined.roles.length > 0) return 'other-roles'
  return kept.roles.some(({ role }) => staffRoles.includes(role)) ? 'school-only' : null
}

/** Who has used a code of a child: the name is of the person's own choice, so with a contact. */
function describeAccount({ user }: Session): string {
  const contact = user.email ?? user.phone
  return [displayName(user), contact && maskContact(contact)].filter(Boolean).join(', ')
}

/** A guess that meets a code which is over counts as a wrong one. */
function isOver(obstacle: PairingObstacle): boolean {
  return obstacle === 'used' || obstacle === 'expired' || obstacle === 'revoked'
}
