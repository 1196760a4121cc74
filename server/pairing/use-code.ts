import { eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Locale, PairingObstacle } from '#contract/enumerations.ts'
import { rightsOfPreset } from '#contract/people/guardian-rights.ts'
import { displayName } from '#contract/people/names.ts'
import type { PairingPreview } from '#contract/people/pairing.ts'
import { guardianRoleOf } from '#contract/roles.ts'
import { addGuardian, lockRights } from '#server/access/family-rights.ts'
import { lockAccountJoins } from '#server/access/joined-accounts.ts'
import { selectFullName, selectRoles } from '#server/access/user-columns.ts'
import { areRelated, representedStudents } from '#server/access/visible-students.ts'
import { rolesOfSchool } from '#server/account-control/control-account.ts'
import { announceAll, joinAccounts } from '#server/account-joins/join-accounts.ts'
import type { App, Session } from '#server/app-types.ts'
import { lockCodesOf, recordWrongCode, throwIfLocked } from '#server/auth/codes/one-time-code-limits.ts'
import { publishProfileChange } from '#server/changes/publish-event.ts'
import type { Database } from '#server/db/client.ts'
import { pairingCodes } from '#server/db/schema/account-security.ts'
import { users } from '#server/db/schema/people.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { rightsInWords } from '#server/notifications/formats.ts'
import { setRoles } from '#server/roles/set-roles.ts'
import { audit } from '#server/security/audit-log.ts'
import { oneTimeState } from '#server/security/one-time-state.ts'
import { dayInZone } from '#server/time/calendar-days.ts'
import { hashPairingCode, notifyGuardians } from './pairing-codes.ts'

type Entered = { session: Session; code: string; language: Locale }

const makers = alias(users, 'makers')

/** What a person does who was given a code. A wrong code, and one that is over, are counted as wrong attempts of the person. */
export function pairing(app: App) {
  const { database, clock, env } = app

  async function find(transaction: Database, code: string) {
    const [found] = await transaction
      .select({
        code: pairingCodes,
        child: {
          ...{ id: users.id, firstName: users.firstName, lastName: users.lastName, subject: users.subject },
          ...{ joinedInto: users.joinedInto, roles: selectRoles(users.id) },
        },
        // Not one object: a column of a joined table that is null makes it null.
        madeBy: selectFullName(makers),
        makerLockedAt: makers.lockedAt,
      })
      .from(pairingCodes)
      .innerJoin(users, eq(users.id, pairingCodes.childId))
      .leftJoin(makers, eq(makers.id, pairingCodes.madeBy))
      .where(eq(pairingCodes.codeHash, await hashPairingCode(transaction, code)))
      .for('update', { of: pairingCodes })
    return found
  }
  type Found = NonNullable<Awaited<ReturnType<typeof find>>>

  /** Why the code does not work for the person. */
  async function obstacleOf(
    transaction: Database,
    { userId, roles }: Session,
    { code, child, makerLockedAt }: Found,
  ): Promise<PairingObstacle | null> {
    const now = clock()
    const state = oneTimeState(code, now)
    if (state !== 'open') return state
    if (code.madeBy === null || makerLockedAt || child.joinedInto !== null) return 'revoked'
    if (userId === child.id) return code.kind === 'student' ? 'has-account' : 'own-family'
    if (code.kind === 'student') {
      if (child.subject !== null) return 'has-account'
      return roles.length > 0 ? 'other-roles' : null
    }
    if (await lockRights(transaction, { guardianId: userId, childId: child.id })) return 'already-guardian'
    if (await areRelated(transaction, userId, child.id)) return 'own-family'
    const today = dayInZone(now, env.TIME_ZONE)
    const adults = representedStudents({ roleGroup: 'student', userId }, today, 'relation')
    const { rows } = await transaction.execute<{ isAdult: boolean }>(
      sql`select ${userId}::uuid in ${adults} as "isAdult"`,
    )
    return rows[0]?.isAdult ? null : 'minor'
  }

  /**
   * Finds the code in a transaction and works with it. One person enters one code at a time, so that concurrent guesses are
   * counted; a refusal is thrown after the transaction, which keeps its bookkeeping.
   */
  async function enter<Answer>(
    { session: { userId }, code, language }: Entered,
    work: (transaction: Database, found: Found) => Promise<{ answer: Answer; isWrong: boolean }>,
  ): Promise<Answer> {
    const now = clock()
    const outcome = await database.transaction(async (transaction) => {
      await lockCodesOf(transaction, userId)
      await throwIfLocked(transaction, { userId, purpose: 'pairing', now })
      const found = await find(transaction, code)
      const done = found ? await work(transaction, found) : null
      if (done && !done.isWrong) return { done, triesLeft: 0 }
      const wrong = { userId, purpose: 'pairing', target: '', language, now } as const
      return { done, triesLeft: await recordWrongCode(transaction, wrong) }
    })
    if (outcome.done) return outcome.done.answer
    if (outcome.triesLeft === 0) await throwIfLocked(database, { userId, purpose: 'pairing', now })
    throwProblem('code-wrong', 'No such code', { triesLeft: outcome.triesLeft })
  }

  async function addGuardianByCode(transaction: Database, session: Session, { code, child }: Found): Promise<void> {
    const { userId, user } = session
    const now = clock()
    const rights = rightsOfPreset[code.preset ?? 'informed']
    await addGuardian(transaction, { guardianId: userId, childId: child.id, rights })
    const needed = child.roles.flatMap((role) => guardianRoleOf[role] ?? [])
    const wanted = needed.length > 0 ? needed : (['parent'] as const)
    const missing = wanted.filter((role) => !session.roles.includes(role))
    if (missing.length > 0) {
      const roles = [...new Set([...(await rolesOfSchool(transaction, userId)), ...missing])]
      await setRoles(transaction, 'school', [{ userId, roles }], { now })
    }
    await notifyGuardians(transaction, { childId: child.id, except: [userId], now }, (language) => ({
      kind: 'guardian-paired',
      values: { student: child.firstName, who: displayName(user), rights: rightsInWords(rights, language) },
    }))
    await publishProfileChange(transaction, { userId: child.id, fields: ['agents'], now })
    await announceAll(transaction, [userId])
  }

  async function linkAccount(
    transaction: Database,
    session: Session,
    { child }: Found,
    address: string | null,
  ): Promise<void> {
    const now = clock()
    const { obstacle, kept } = await joinAccounts(transaction, app, {
      ids: [child.id, session.userId],
      obstacleOf: ({ kept }) => (kept.id === child.id ? null : 'not-weaker'),
      ...{ byId: session.userId, reason: null, ownSessionId: session.id, address, now },
    })
    if (obstacle || kept.id !== child.id)
      throwProblem('accounts-not-joinable', `The account cannot be linked with the child: ${obstacle}`)
    await notifyGuardians(transaction, { childId: child.id, except: [], now }, () => ({
      kind: 'student-paired',
      values: { student: child.firstName },
    }))
  }

  return {
    preview: ({ session, ...entered }: Entered): Promise<PairingPreview> =>
      enter<PairingPreview>({ session, ...entered }, async (transaction, found) => {
        const obstacle = await obstacleOf(transaction, session, found)
        const { code, child, madeBy } = found
        const isWrong = obstacle !== null && isOver(obstacle)
        if (obstacle !== null) return { answer: { obstacle, offer: null }, isWrong }
        const { firstName, lastName } = child
        const offer = {
          kind: code.kind,
          preset: code.preset,
          child: { firstName, lastName },
          isBySchool: code.isBySchool,
        }
        return { answer: { obstacle: null, offer: { ...offer, madeBy } }, isWrong }
      }),

    async pair({ session, address, ...entered }: Entered & { address: string | null }): Promise<void> {
      const { userId } = session
      const refused = await enter<PairingObstacle | null>({ session, ...entered }, async (transaction, found) => {
        const { code, child } = found
        // The answer was lost: the account of a child is the one that has used the code, too.
        if (code.usedBy === userId || (code.usedAt && code.kind === 'student' && userId === child.id))
          return { answer: null, isWrong: false }
        await lockAccountJoins(transaction, code.kind === 'student' ? 'exclusive' : 'share')
        const obstacle = await obstacleOf(transaction, session, found)
        if (obstacle !== null) return { answer: obstacle, isWrong: isOver(obstacle) }
        const now = clock()
        const usedBy = code.kind === 'student' ? child.id : userId
        await transaction.update(pairingCodes).set({ usedBy, usedAt: now }).where(eq(pairingCodes.id, code.id))
        const detail = code.kind === 'guardian' ? `${displayName(session.user)}: ${code.preset}` : 'student'
        await audit(transaction, { at: now, action: 'roles.paired', subjectId: child.id, detail })
        if (code.kind === 'guardian') await addGuardianByCode(transaction, session, found)
        else await linkAccount(transaction, session, found, address)
        return { answer: null, isWrong: false }
      })
      if (refused !== null) throwProblem('state-conflict', `The code does not work: ${refused}`)
    },
  }
}

/** A guess that meets a code which is over counts as a wrong one. */
function isOver(obstacle: PairingObstacle): boolean {
  return obstacle === 'used' || obstacle === 'expired' || obstacle === 'revoked'
}
