import { and, eq, inArray, isNull, not, sql } from 'drizzle-orm'
import type { GetCall } from '#contract/call-changes.ts'
import { rightsOfCalls } from '#contract/people/call-rights.ts'
import { completeRights, type GuardianRights, guardianRights, presetOf } from '#contract/people/guardian-rights.ts'
import { displayName } from '#contract/people/names.ts'
import { accountControlObstacle } from '#server/access/account-control-rules.ts'
import { lockRights, storeRights } from '#server/access/family-rights.ts'
import { selectRoles } from '#server/access/user-columns.ts'
import { isContractPayableBy } from '#server/access/visible-students.ts'
import type { Session } from '#server/app-types.ts'
import { giveUp } from '#server/billing/checkouts/start-checkout.ts'
import { announceChanges } from '#server/changes/announce-changes.ts'
import { publishProfileChange } from '#server/changes/publish-event.ts'
import type { Database } from '#server/db/client.ts'
import { checkoutLines, checkouts } from '#server/db/schema/checkouts.ts'
import { contracts, payments } from '#server/db/schema/contracts.ts'
import { users } from '#server/db/schema/people.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { rightsInWords } from '#server/notifications/formats.ts'
import { notifyUsers, recipientColumns } from '#server/notifications/notify-users.ts'
import { audit } from '#server/security/audit-log.ts'
import { type CurrentTime, dayInZone } from '#server/time/calendar-days.ts'

type Change = CurrentTime & {
  session: Session
  childId: string
  guardianId: string
  rights: GuardianRights
  reason: string
}

/**
 * Sets what a guardian may do for a child. It acts at once: open pages read again, checkouts that the guardian may not pay
 * any more are given up. The guardian is notified. Refused for an administrator's own children.
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
  const rights = completeRights(wanted)
  if (guardianRights.every((right) => rights[right] === before[right]))
    throwProblem('state-conflict', 'The guardian has these rights already')
  await storeRights(transaction, pair, rights)
  await giveUpUnpayable(transaction, guardianId, { now, timeZone })
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
  await announceChanges(transaction, { userIds: [guardianId], calls: callsOfRights })
}

/** All that a right decides about, and what says which rights there are. */
const callsOfRights: readonly GetCall[] = [
  'GET /v1/profile',
  'GET /v1/system/menu',
  'GET /v1/profile/notification/list',
  'GET /v1/profile/notification/unread',
  ...(Object.keys(rightsOfCalls) as (keyof typeof rightsOfCalls)[]).filter(
    (call): call is Extract<keyof typeof rightsOfCalls, GetCall> =>
      call.startsWith('GET ') && rightsOfCalls[call] !== 'own',
  ),
]

/** Open checkouts of the person with a payment that the person may not pay. Cards that are being charged are left. */
async function giveUpUnpayable(transaction: Database, payerId: string, { now, timeZone }: CurrentTime): Promise<void> {
  const isPayable = isContractPayableBy(payerId, dayInZone(now, timeZone)) ?? sql`false`
  const found = await transaction
    .selectDistinct({ id: checkouts.id })
    .from(checkouts)
    .innerJoin(checkoutLines, eq(checkoutLines.checkoutId, checkouts.id))
    .innerJoin(payments, eq(payments.id, checkoutLines.paymentId))
    .innerJoin(contracts, eq(contracts.id, payments.contractId))
    .where(
      and(
        eq(checkouts.payerId, payerId),
        isNull(checkouts.chargeId),
        inArray(checkouts.state, ['started', 'pending']),
        not(isPayable),
      ),
    )
  await giveUp(
    transaction,
    found.map(({ id }) => id),
    now,
  )
}
