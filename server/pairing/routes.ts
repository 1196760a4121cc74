import { sql } from 'drizzle-orm'
import { guardianRights } from '#contract/people/guardian-rights.ts'
import { displayName } from '#contract/people/names.ts'
import {
  listGuardians,
  listUserPairingCodes,
  lookAtPairing,
  makePairingCode,
  makeUserPairingCode,
  pair,
  revokePairingCode,
  revokeUserPairingCode,
  setGuardianRights as setGuardianRightsCall,
} from '#contract/people/pairing.ts'
import { rolesOfGroup } from '#contract/roles.ts'
import { accountControlObstacle } from '#server/access/account-control-rules.ts'
import { findGuardians, lockRights } from '#server/access/family-rights.ts'
import { findChangeableRights } from '#server/access/holder-rights.ts'
import { requireRight } from '#server/access/require-right.ts'
import { selectRoles } from '#server/access/user-columns.ts'
import { visibleStudents } from '#server/access/visible-students.ts'
import type { App, Session } from '#server/app-types.ts'
import type { Database } from '#server/db/client.ts'
import { listOf } from '#server/db/list-of.ts'
import { users } from '#server/db/schema/people.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { registerCall } from '#server/plugins/calls.ts'
import { dayInZone } from '#server/time/calendar-days.ts'
import { childOfCode, findCodes, makeCode, revokeCode } from './pairing-codes.ts'
import { setGuardianRights } from './set-guardian-rights.ts'
import { pairing } from './use-code.ts'

/** Codes that link a guardian, or the child's own account, with a child. */
export async function pairingRoutes(app: App): Promise<void> {
  const { database, clock, env } = app
  const used = pairing(app)
  const parent = (userId: string) => ({ roleGroup: 'parent', userId }) as const

  registerCall(app, listGuardians, async ({ session: { userId } }) => {
    const today = dayInZone(clock(), env.TIME_ZONE)
    const changeable = await findChangeableRights(database, { holderId: userId, today, ...holderSettings(app) })
    const whole = visibleStudents(parent(userId), guardianRights)
    const held = listOf([...changeable.keys()], 'uuid')
    const found = await findGuardians(database, sql`(select * from ${whole} as whole union ${held})`)
    const codes = Map.groupBy(await findCodes(database, whole, clock()), ({ childId }) => childId)
    return [...Map.groupBy(found, ({ studentId }) => studentId)].map(([studentUuid, some]) => ({
      studentUuid,
      guardians: some.map(({ studentId: _, ...guardian }) => ({
        ...guardian,
        isSelf: guardian.id === userId,
        changeable: changeable.get(studentUuid)?.get(guardian.id) ?? [],
      })),
      isHolder: changeable.has(studentUuid),
      canMakeCodes: some.some(({ id, rights }) => id === userId && guardianRights.every((right) => rights[right])),
      codes: (codes.get(studentUuid) ?? []).map(({ childId: _, ...code }) => code),
    }))
  })

  registerCall(app, setGuardianRightsCall, async ({ session, body: { studentUuid: childId, guardianId, rights } }) => {
    const time = { now: clock(), timeZone: env.TIME_ZONE }
    await database.transaction((transaction) =>
      setGuardianRights(transaction, { session, childId, guardianId, rights, ...time, ...holderSettings(app) }),
    )
    return undefined
  })

  registerCall(app, makePairingCode, ({ session: { userId, user }, body: { studentUuid: childId, offer } }) =>
    database.transaction(async (transaction) => {
      await requireRight(transaction, parent(userId), childId, guardianRights)
      const maker = { userId, name: displayName(user), isSchool: false }
      return makeCode(transaction, { childId, offer, maker, now: clock(), timeZone: env.TIME_ZONE })
    }),
  )

  registerCall(app, revokePairingCode, async ({ session: { userId }, params: { id } }) => {
    await database.transaction(async (transaction) => {
      const childId = (await childOfCode(transaction, id)) ?? throwProblem('not-found', 'No such code')
      await requireRight(transaction, parent(userId), childId, guardianRights)
      await revokeCode(transaction, { codeId: id, childId, now: clock() })
    })
    return undefined
  })

  registerCall(app, lookAtPairing, ({ session, body: { code }, language, request: { ip } }) =>
    used.preview({ session, code, language, address: ip }),
  )

  registerCall(app, pair, async ({ session, body: { code }, language, request: { ip } }) => {
    await used.pair({ session, code, language, address: ip })
    return undefined
  })

  registerCall(app, listUserPairingCodes, async ({ params: { id } }) => {
    await requireUser(database, id)
    const codes = await findCodes(database, sql`(${id}::uuid)`, clock())
    return codes.map(({ childId: _, ...code }) => code)
  })

  registerCall(app, makeUserPairingCode, ({ session, params: { id: childId }, body: { offer, reason } }) =>
    database.transaction(async (transaction) => {
      const { roles } = await requireUser(transaction, childId)
      if (!roles.some((role) => rolesOfGroup.student.includes(role)))
        throwProblem('state-conflict', 'The user is no student')
      const obstacle = accountControlObstacle(session, { userId: childId, roles })
      if (obstacle) throwProblem('target-not-weaker', `No code is made for this person: ${obstacle}`)
      await refuseOwnFamily(transaction, session, childId)
      const maker = { userId: session.userId, name: displayName(session.user), isSchool: true, reason }
      return makeCode(transaction, { childId, offer, maker, now: clock(), timeZone: env.TIME_ZONE })
    }),
  )

  registerCall(app, revokeUserPairingCode, async ({ params: { id, codeId } }) => {
    await database.transaction((transaction) => revokeCode(transaction, { codeId, childId: id, now: clock() }))
    return undefined
  })
}

function holderSettings({ env }: App) {
  return { isAllowed: env.SCHOOL.guardians?.setByHolder ?? false }
}

async function requireUser(database: Database, id: string) {
  const [found] = await database
    .select({ id: users.id, roles: selectRoles(users.id) })
    .from(users)
    .where(sql`${users.id} = ${id}`)
  return found ?? throwProblem('not-found', 'No such user')
}

/** As with the rights: an administrator decides nothing about the own child. */
async function refuseOwnFamily(database: Database, { userId }: Session, childId: string): Promise<void> {
  if (await lockRights(database, { guardianId: userId, childId }))
    throwProblem('target-not-weaker', 'An administrator makes no code for the own family')
}
