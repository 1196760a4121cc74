import { and, eq, inArray, lt, ne, not, or, type SQL, sql } from 'drizzle-orm'
import { firstPaymentGraceDays } from '#contract/limits.ts'
import { publishEvents } from '#server/changes/publish-event.ts'
import type { Database } from '#server/db/client.ts'
import { balances, contractStates, contracts, payments } from '#server/db/schema/contracts.ts'
import { users } from '#server/db/schema/people.ts'
import { enrolments, groupMemberships, programs } from '#server/db/schema/programs.ts'
import { lastsBeyond } from '#server/enrolment/groups/group-columns.ts'
import { lockGroups, offerPlaceToNext } from '#server/enrolment/groups/places.ts'
import { notifyUsers, recipientColumns } from '#server/notifications/notify-users.ts'
import { addDays, type CurrentTime, dayInZone } from '#server/time/calendar-days.ts'
import { signingDays } from './rules.ts'
import { hasSigned } from './signatures.ts'

/** Open contracts whose first payment, or signature, is overdue beyond the grace period. */
export async function findUnpaidContracts(database: Database, currentTime: CurrentTime): Promise<string[]> {
  const found = await database
    .select({ id: contracts.id })
    .from(contracts)
    .where(isOverdue(database, currentTime))
    .orderBy(contracts.id)
  return found.map(({ id }) => id)
}

/**
 * Expires one unpaid contract: cancels its payments, passes its place on and notifies the customer. The condition is
 * checked again under locks, because an import may be booking a payment at the same time. The group is locked first, as
 * in a purchase.
 */
export async function expireUnpaidContract(transaction: Database, id: string, currentTime: CurrentTime): Promise<void> {
  const isThis = eq(contracts.id, id)
  const [contract] = await transaction.select().from(contracts).where(isThis)
  if (!contract) return
  const { groupId, enrolmentId } = contract
  if (groupId) await lockGroups(transaction, [groupId])
  const lines = eq(payments.contractId, id)
  await transaction.select({ id: payments.id }).from(payments).where(lines).orderBy(payments.id).for('no key update')
  const ended = await transaction
    .update(contracts)
    .set({ status: 'NotPaid', enrolmentId: null })
    .where(and(isThis, isOverdue(transaction, currentTime)))
    .returning({ id: contracts.id })
  if (ended.length === 0) return
  await transaction.insert(contractStates).values({ contractId: id, status: 'NotPaid', at: currentTime.now })
  await transaction.update(payments).set({ status: 'Canceled' }).where(lines)
  // The place belonged to the enrolment; the student may enrol again.
  if (enrolmentId) {
    await transaction.delete(enrolments).where(eq(enrolments.id, enrolmentId))
    await endMembership(transaction, contract, currentTime)
  }
  if (groupId) await offerPlaceToNext(transaction, groupId, currentTime)
  await publishEvents(transaction, currentTime.now, [
    { type: 'contract.changed', data: { collection: 'contracts', sourcedId: id, status: 'NotPaid' } },
  ])
  await notifyCustomer(transaction, id, currentTime)
}

/** A student of a free enrolment was in the group before the contract. */
async function endMembership(
  transaction: Database,
  { groupId, studentId }: Pick<typeof contracts.$inferSelect, 'groupId' | 'studentId'>,
  { now, timeZone }: CurrentTime,
): Promise<void> {
  if (groupId === null) return
  const today = dayInZone(now, timeZone)
  await transaction
    .update(groupMemberships)
    .set({ leftOn: sql`greatest(${groupMemberships.joinedOn}, ${today}::date)` })
    .where(and(eq(groupMemberships.groupId, groupId), eq(groupMemberships.studentId, studentId), lastsBeyond(today)))
}

/**
 * Condition on `contracts`: it has expired unpaid at this time. Payments by a bank or a fund are slow, and a partly paid
 * contract is left to the staff.
 */
export function isOverdue(database: Database, { now, timeZone }: CurrentTime): SQL | undefined {
  const isFirst = and(eq(payments.contractId, contracts.id), eq(payments.position, 1))
  const isLate = lt(payments.dueOn, addDays(dayInZone(now, timeZone), -firstPaymentGraceDays))
  const first = and(isFirst, isLate, inArray(payments.status, ['Open', 'Error']))
  const isPaid = and(eq(balances.contractId, contracts.id), ne(balances.paid, 0))
  const lastDay = addDays(dayInZone(now, timeZone), -signingDays)
  const isUnsigned = and(
    eq(contracts.needsSignatures, true),
    not(hasSigned(database, 'customer')),
    sql`(${contracts.createdAt} at time zone ${timeZone})::date < ${lastDay}`,
  )
  return and(
    eq(contracts.status, 'Open'),
    or(sql`exists (select 1 from ${payments} where ${first})`, isUnsigned),
    sql`not exists (select 1 from ${balances} where ${isPaid})`,
  )
}

async function notifyCustomer(transaction: Database, contractId: string, { now }: CurrentTime): Promise<void> {
  const student = sql<string>`(select ${users.firstName} from ${users} where ${users.id} = ${contracts.studentId})`
  const [contract] = await transaction
    .select({
      recipient: recipientColumns,
      isUnsigned: sql<boolean>`${contracts.needsSignatures} and not ${hasSigned(transaction, 'customer')}`,
      values: { number: contracts.number, course: programs.title, student: student.as('student') },
    })
    .from(contracts)
    .innerJoin(programs, eq(programs.id, contracts.programId))
    .innerJoin(users, eq(users.id, contracts.customerId))
    .where(eq(contracts.id, contractId))
  if (!contract) return
  const { isUnsigned, ...about } = contract
  const kind = isUnsigned ? 'contract-not-signed' : 'contract-not-paid'
  await notifyUsers(transaction, now, [{ kind, ...about, path: `/contracts-and-payments/${contractId}` }])
}
