import { and, eq, inArray, lt, ne, type SQL, sql } from 'drizzle-orm'
import { addDays, dayAt } from '#server/days.ts'
import type { Database } from '#server/db/client.ts'
import { balances, contractStates, contracts, payments } from '#server/db/schema/contracts.ts'
import { users } from '#server/db/schema/people.ts'
import { enrolments, programs } from '#server/db/schema/programs.ts'
import { noticePlaceOf, queueMessage } from '#server/delivery/queue.ts'
import { lockGroups, passPlaceOn } from '#server/modules/moves/places.ts'
import type { Moment } from '#server/modules/moves/rules.ts'
import { firstPaymentGrace } from './rules.ts'

/** Open contracts that have waited too long for their first payment. */
export async function unpaidContracts(database: Database, moment: Moment): Promise<string[]> {
  const found = await database
    .select({ id: contracts.id })
    .from(contracts)
    .where(isUnpaid(moment))
    .orderBy(contracts.id)
  return found.map(({ id }) => id)
}

/**
 * Ends one of them: nothing is owed by it any more, its place goes to whoever waits, and the customer is told. Judged once
 * more under locks, because a bank's file may be booked this moment: the group's first, as whoever buys has them.
 */
export async function endUnpaid(transaction: Database, id: string, moment: Moment): Promise<void> {
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
    .where(and(isThis, isUnpaid(moment)))
    .returning({ id: contracts.id })
  if (ended.length === 0) return
  await transaction.insert(contractStates).values({ contractId: id, status: 'NotPaid', at: moment.now })
  await transaction.update(payments).set({ status: 'Canceled' }).where(lines)
  // The place was that of the enrolment: whoever still may enrols anew.
  if (enrolmentId) await transaction.delete(enrolments).where(eq(enrolments.id, enrolmentId))
  if (groupId) await passPlaceOn(transaction, groupId, moment)
  await tell(transaction, id, moment)
}

/** What a bank or a fund pays first takes its time, and where part of the money has come, a person decides. */
function isUnpaid({ now, timeZone }: Moment): SQL | undefined {
  const isFirst = and(eq(payments.contractId, contracts.id), eq(payments.position, 1))
  const isLate = lt(payments.dueOn, addDays(dayAt(now, timeZone), -firstPaymentGrace))
  const first = and(isFirst, isLate, inArray(payments.status, ['Open', 'Error']))
  const isPaid = and(eq(balances.contractId, contracts.id), ne(balances.paid, 0))
  return and(
    eq(contracts.status, 'Open'),
    sql`exists (select 1 from ${payments} where ${first})`,
    sql`not exists (select 1 from ${balances} where ${isPaid})`,
  )
}

async function tell(transaction: Database, contractId: string, { now }: Moment): Promise<void> {
  const student = sql<string>`(select ${users.firstName} from ${users} where ${users.id} = ${contracts.studentId})`
  const [about] = await transaction
    .select({
      number: contracts.number,
      course: programs.title,
      student: student.as('student'),
      email: users.email,
      phone: users.phone,
      language: users.language,
    })
    .from(contracts)
    .innerJoin(programs, eq(programs.id, contracts.programId))
    .innerJoin(users, eq(users.id, contracts.customerId))
    .where(eq(contracts.id, contractId))
  const to = about && noticePlaceOf(about)
  if (!to) return
  const { number, course, student: name, language } = about
  const values = { number, course, student: name }
  await queueMessage(transaction, { to, kind: 'contract-not-paid', language: language ?? 'ru', values, now })
}
