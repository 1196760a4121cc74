import {
  changeGuardianRights as changeGuardianRightsCall,
  changeUserRole,
  endGuardianship as endGuardianshipCall,
  endUserSessions,
  inviteAll,
  inviteUser,
  lockUser,
  previewInvitations,
  restoreGuardianship as restoreGuardianshipCall,
  unlockUser,
  withdrawInvitation,
} from '#contract/people/account-control.ts'
import type { App } from '#server/app-types.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { findInvitationPreview, queueInvitations } from '#server/invitations/queued-invitations.ts'
import { registerCall } from '#server/plugins/calls.ts'
import { dayInZone } from '#server/time/calendar-days.ts'
import { changeGuardianRights } from './change-guardian-rights.ts'
import { accountControl } from './control-account.ts'
import { endGuardianship, restoreGuardianship } from './end-guardianship.ts'

export async function accountControlRoutes(app: App): Promise<void> {
  const control = accountControl(app)

  registerCall(app, lockUser, async ({ session, params: { id }, body: { reason }, request: { ip } }) => {
    await control.lock({ session, id, reason, address: ip })
    return undefined
  })
  registerCall(app, unlockUser, async ({ session, params: { id }, body: { reason }, request: { ip } }) => {
    await control.unlock({ session, id, reason, address: ip })
    return undefined
  })
  registerCall(app, endUserSessions, async ({ session, params: { id }, body: { reason }, request: { ip } }) => {
    await control.endSessions({ session, id, reason, address: ip })
    return undefined
  })
  registerCall(app, changeUserRole, async ({ session, params: { id }, body, request: { ip } }) => {
    await control.changeRole({ session, id, ...body, address: ip })
    return undefined
  })
  registerCall(app, changeGuardianRightsCall, async ({ session, params: { id }, body }) => {
    const time = { now: app.clock(), timeZone: app.env.TIME_ZONE }
    await app.database.transaction((transaction) =>
      changeGuardianRights(transaction, { session, childId: id, ...body, ...time }),
    )
    return undefined
  })
  registerCall(app, endGuardianshipCall, async ({ session, params: { id, guardianId }, body: { reason } }) => {
    const time = { now: app.clock(), timeZone: app.env.TIME_ZONE }
    await app.database.transaction((transaction) =>
      endGuardianship(transaction, { session, childId: id, guardianId, reason, ...time }),
    )
    return undefined
  })
  registerCall(app, restoreGuardianshipCall, async ({ session, params: { id, guardianId }, body: { reason } }) => {
    const time = { now: app.clock(), timeZone: app.env.TIME_ZONE }
    await app.database.transaction((transaction) =>
      restoreGuardianship(transaction, { session, childId: id, guardianId, reason, ...time }),
    )
    return undefined
  })
  registerCall(app, inviteUser, async ({ session, params: { id } }) => {
    await control.invite({ session, id })
    return undefined
  })
  registerCall(app, withdrawInvitation, async ({ session, params: { id } }) => {
    await control.withdrawInvitation({ session, id })
    return undefined
  })
  const timeOfSchool = () => {
    const now = app.clock()
    return { now, today: dayInZone(now, app.env.TIME_ZONE) }
  }
  const assertOwnPasswords = () => {
    if (app.env.PROVIDERS.length > 0) throwProblem('password-kept-elsewhere', 'The external issuer makes the accounts')
  }
  registerCall(app, previewInvitations, ({ session: administrator, query: people }) => {
    assertOwnPasswords()
    const { today } = timeOfSchool()
    return findInvitationPreview(app.database, { people, administrator, today, env: app.env })
  })
  registerCall(app, inviteAll, async ({ session: administrator, body: people, database }) => {
    assertOwnPasswords()
    return { queued: await queueInvitations(database, { people, administrator, ...timeOfSchool() }) }
  })
}
