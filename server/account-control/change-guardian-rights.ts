import { eq } from 'drizzle-orm'
import { completeRights, type GuardianRights, guardianRights, presetOf } from '#contract/people/guardian-rights.ts'
import { displayName } from '#contract/people/names.ts'
import { accountControlObstacle } from '#server/access/account-control-rules.ts'
import { lockRights, storeRights } from '#server/access/family-rights.ts'
import { selectRoles } from '#server/access/user-columns.ts'
import type { Session } from '#server/app-types.ts'
import { publishProfileChange } from '#server/changes/publish-event.ts'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { giveUpDigests } from '#server/notifications/deliver-message.ts'
import { rightsInWords } from '#server/notifications/formats.ts'
import { notifyUsers, recipientColumns } from '#server/notifications/notify-users.ts'
import { audit } from '#server/security/audit-log.ts'
import type { CurrentTime } from '#server/time/calendar-days.ts'
import { applyRights } from './apply-rights.ts'

type Change = CurrentTime & {
  session: Session
  childId: string
  guardianId: string
  rights: GuardianRights
  reason: string
}

/**
 * Sets what a guardian may do for a child. It acts at once: open pages read again, checkouts that the guardian may not pay
 * any more are given up. The guardian is notified. Refused for all guardians of an administrator's own child, and of the
 * administrator.
 */
export async function changeGuardianRights(
  transaction: Database,
  { session, childId, guardianId, rights: wanted, reason, now, timeZone }: Change,
): Promise<void> {
  const pair = { guardianId, childId }
  const before = await lockRights(transaction, pair)
  if (!before) throwProblem('not-found', 'Not a guardian of this child')
  const [guardian] = await transaction
    .select({ recipient: recipientColumns, roles: selectRoles(users.id) })
    .from(users)
    .where(eq(users.id, guardianId))
  const [child] = await transaction.select().from(users).where(eq(users.id, childId))
  if (!guardian || !child) throwProblem('not-found', 'No such user')
  const obstacle = accountControlObstacle(session, { userId: guardianId, roles: guardian.roles })
  if (obstacle) throwProblem('target-not-weaker', `The rights cannot be changed: ${obstacle}`)
  const isOwnFamily = await lockRights(transaction, { guardianId: session.userId, childId })
  if (isOwnFamily || session.userId === childId)
    throwProblem('target-not-weaker', 'The rights cannot be changed: oneself')
  const rights = completeRights(wanted)
  if (guardianRights.every((right) => rights[right] === before[right]))
    throwProblem('state-conflict', 'The guardian has these rights already')
  await storeRights(transaction, pair, rights)
  await applyRights(transaction, [guardianId], { now, timeZone })
  if (guardianRights.some((right) => before[right] && !rights[right])) await giveUpDigests(transaction, guardianId)
  const given = guardianRights.filter((right) => rights[right])
  const detail = `${displayName(child)}: ${presetOf(rights) ?? given.join(', ')}`
  await audit(transaction, { at: now, action: 'roles.guardian-rights', subjectId: guardianId, reason, detail })
  await notifyUsers(transaction, now, [
    {
      ...{ recipient: guardian.recipient, kind: 'guardian-rights-changed' },
      values: (language) => ({ student: child.firstName, rights: rightsInWords(rights, language) }),
    },
  ])
  await publishProfileChange(transaction, { userId: childId, fields: ['agentRights'], now })
}
