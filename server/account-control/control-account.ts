import { and, eq } from 'drizzle-orm'
import type { Role } from '#contract/roles.ts'
import { accountControlObstacle, assignableRoles } from '#server/access/account-control-rules.ts'
import { revokeCodesMadeBy } from '#server/access/revoke-codes.ts'
import { selectRoles } from '#server/access/user-columns.ts'
import type { App, Session } from '#server/app-types.ts'
import { lockDevicesOf, signOutDevices } from '#server/auth/sessions/end-sessions.ts'
import type { Database } from '#server/db/client.ts'
import { userRoles, users } from '#server/db/schema/people.ts'
import { throwProblem } from '#server/http/http-error.ts'
import {
  invitationObstacle,
  invitedColumns,
  sendInvitation,
  withdrawInvitations,
} from '#server/invitations/invitations.ts'
import { setRoles } from '#server/roles/set-roles.ts'
import { audit } from '#server/security/audit-log.ts'
import { consume } from '#server/security/rate-limit-counters.ts'

/** Invitations of all administrators to one person in a day. */
const invitationLimit = { limit: 'invitation', max: 5, seconds: 24 * 60 * 60 }

type Control = { session: Session; id: string; reason: string; address: string }

/** Actions of an administrator on the account of a user. Each takes a reason and is written to the audit log. */
export function accountControl({ database, clock, env, endProviderSessions }: App) {
  /** Locks the user row: a sign-in at the same moment is either refused or its session is ended. */
  const onUser = <Answer>(
    { session, id }: Pick<Control, 'session' | 'id'>,
    work: (transaction: Database, user: Awaited<ReturnType<typeof findUser>>, now: Date) => Promise<Answer>,
  ) =>
    database.transaction(async (transaction) => {
      const user = await findUser(transaction, id)
      const obstacle = accountControlObstacle(session, { userId: id, roles: user.roles })
      if (user.joinedInto !== null) throwProblem('state-conflict', 'The account is joined to another one')
      if (obstacle) throwProblem('target-not-weaker', `The account cannot be changed: ${obstacle}`)
      return work(transaction, user, clock())
    })

  async function signOut(transaction: Database, { id, address, now }: { id: string; address: string; now: Date }) {
    const ids = await lockDevicesOf(transaction, id)
    const ending = { userId: id, ids, withIdle: true, now, address, reason: 'ended-by-school' } as const
    await signOutDevices(transaction, { endProviderSessions }, ending)
  }

  return {
    /** Ends all sessions and refuses sign-ins until the account is unlocked. */
    lock: (control: Control) =>
      onUser(control, async (transaction, { lockedAt }, now) => {
        const { id, reason, address } = control
        if (lockedAt) throwProblem('state-conflict', 'The account is locked already')
        await transaction.update(users).set({ lockedAt: now, updatedAt: now }).where(eq(users.id, id))
        await withdrawInvitations(transaction, id, now)
        await revokeCodesMadeBy(transaction, id, now)
        await signOut(transaction, { id, address, now })
        await audit(transaction, { at: now, action: 'account.locked', subjectId: id, reason })
      }),

    unlock: (control: Control) =>
      onUser(control, async (transaction, { lockedAt }, now) => {
        const { id, reason } = control
        if (!lockedAt) throwProblem('state-conflict', 'The account is not locked')
        await transaction.update(users).set({ lockedAt: null, updatedAt: now }).where(eq(users.id, id))
        await audit(transaction, { at: now, action: 'account.unlocked', subjectId: id, reason })
      }),

    endSessions: (control: Control) =>
      onUser(control, async (transaction, _user, now) => {
        const { id, reason, address } = control
        await signOut(transaction, { id, address, now })
        await audit(transaction, { at: now, action: 'account.signed-out', subjectId: id, reason })
      }),

    /** Gives or takes a role that the school gives. Those of the provider and of the import are changed there. */
    changeRole: (control: Control & { role: Role; change: 'give' | 'take' }) =>
      onUser(control, async (transaction, user, now) => {
        const { session, id, role, change, reason } = control
        if (!assignableRoles(session).includes(role)) throwProblem('target-not-weaker', 'The role is above this one')
        const given = await rolesOfSchool(transaction, id)
        const isWrong = change === 'give' ? user.roles.includes(role) : !given.includes(role)
        if (isWrong) throwProblem('state-conflict', 'The user has the role already, or not from the school')
        const wanted = change === 'give' ? [...given, role] : given.filter((one) => one !== role)
        await setRoles(transaction, 'school', [{ userId: id, roles: wanted }], { now, reason })
      }),

    invite: (control: Pick<Control, 'session' | 'id'>) =>
      onUser(control, async (transaction, user, now) => {
        if (env.PROVIDERS.length > 0) throwProblem('password-kept-elsewhere', 'The external issuer makes the accounts')
        if (user.lockedAt) throwProblem('state-conflict', 'The account is locked')
        const obstacle = invitationObstacle(user)
        if (obstacle) throwProblem('state-conflict', `The user cannot be invited: ${obstacle}`)
        const retryAfter = await consume(transaction, [{ ...invitationLimit, key: user.id }], now)
        if (retryAfter !== null) throwProblem('too-many-requests', 'Too many invitations of one user', { retryAfter })
        await sendInvitation(transaction, user, { now, env })
      }),

    withdrawInvitation: (control: Pick<Control, 'session' | 'id'>) =>
      onUser(control, async (transaction, { id }, now) => {
        const wasOpen = await withdrawInvitations(transaction, id, now)
        if (!wasOpen) throwProblem('state-conflict', 'No invitation is open')
        await audit(transaction, { at: now, action: 'invitation.revoked', subjectId: id })
      }),
  }
}

async function findUser(transaction: Database, id: string) {
  const [user] = await transaction
    .select({ ...invitedColumns, lockedAt: users.lockedAt, joinedInto: users.joinedInto, roles: selectRoles(users.id) })
    .from(users)
    .where(eq(users.id, id))
    .for('update')
  return user ?? throwProblem('not-found', 'No such user')
}

/** The roles that the school itself has given. */
export async function rolesOfSchool(database: Database, userId: string): Promise<Role[]> {
  const given = await database
    .select({ role: userRoles.role })
    .from(userRoles)
    .where(and(eq(userRoles.userId, userId), eq(userRoles.givenBy, 'school')))
  return given.map(({ role }) => role)
}
