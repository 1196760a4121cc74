import { desc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { readPaidLines } from '#server/billing/checkouts/book-refund.ts'
import type { ContractAccount } from '#server/billing/ledger/ledger.ts'
import type { Database } from '#server/db/client.ts'
import { checkouts } from '#server/db/schema/checkouts.ts'
import { contracts } from '#server/db/schema/contracts.ts'
import { users } from '#server/db/schema/people.ts'
import { campaigns, programs, studyGroups } from '#server/db/schema/programs.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { addDays, type Day } from '#server/time/calendar-days.ts'
import type { CountedLessons, OnlinePayment, UnderWay } from './rules.ts'

const students = alias(users, 'students')

/** A contract with what its termination depends on. 404 for an unknown one. */
export async function findTerminable(database: Database, contractId: string) {
  const [found] = await database
    .select({
      id: contracts.id,
      number: contracts.number,
      status: contracts.status,
      groupId: contracts.groupId,
      customerId: contracts.customerId,
      studentId: contracts.studentId,
      student: students.firstName,
      course: programs.title,
      campaign: campaigns.kind,
      branch: campaigns.branch,
      hasComingTransfer: sql<boolean>`exists (
        select from transfers where contract_id = ${contracts.id} and state = 'coming'
      )`,
      isPlanned: sql<boolean>`coalesce((
        select max(starts_at) >= ${studyGroups.endsOn} - interval '31 days' from lessons where group_id = ${contracts.groupId}
      ), false)`,
    })
    .from(contracts)
    .innerJoin(programs, eq(programs.id, contracts.programId))
    .innerJoin(campaigns, eq(campaigns.id, contracts.campaignId))
    .innerJoin(students, eq(students.id, contracts.studentId))
    .leftJoin(studyGroups, eq(studyGroups.id, contracts.groupId))
    .where(eq(contracts.id, contractId))
  return found ?? throwProblem('not-found', 'No such contract')
}
export type Terminable = Awaited<ReturnType<typeof findTerminable>>

/**
 * The lessons that the student has in the groups of the contract, and the last day that leaves one: cancelled ones do not
 * count, and those before a late start were never paid, nor by this contract those of an earlier one in the same group.
 */
export async function countLessons(
  database: Database,
  { id, groupId, studentId }: Pick<Terminable, 'id' | 'groupId' | 'studentId'>,
  { lastDay, timeZone }: { lastDay: Day; timeZone: string },
): Promise<CountedLessons & { latest: Day | null }> {
  const { rows } = await database.execute<CountedLessons & { last: Day | null }>(sql`
    select count(*)::int as planned, (count(*) filter (where day <= ${lastDay}::date))::int as held, max(day)::text as last
    from (
      select distinct lessons.id, (starts_at at time zone ${timeZone})::date as day
      from lessons join group_memberships on group_memberships.group_id = lessons.group_id and student_id = ${studentId}
      where state <> 'cancelled' and (starts_at at time zone ${timeZone})::date >= joined_on
        and (left_on is null or (starts_at at time zone ${timeZone})::date < left_on and left_on > (
          select (created_at at time zone ${timeZone})::date from contracts where id = ${id}
        ))
        and (lessons.group_id = ${groupId} or lessons.group_id in (
          select from_group_id from transfers where contract_id = ${id} and state = 'done'
        ))
    ) as own
  `)
  const { held, planned, last } = rows[0] ?? { held: 0, planned: 0, last: null }
  return { held, planned, latest: last === null ? null : addDays(last, -1) }
}

/** What refunds are returning of the instalments of a contract. */
export async function findUnderWay(database: Database, contractId: string): Promise<UnderWay> {
  const { rows } = await database.execute<{ paymentId: string; amount: number }>(sql`
    select payment_id as "paymentId", sum(refund_lines.amount)::float8 as amount
    from refund_lines join refunds on refunds.id = refund_id join payments on payments.id = payment_id
    where contract_id = ${contractId} and refunds.state = 'pending' group by payment_id
  `)
  return new Map(rows.map(({ paymentId, amount }) => [paymentId, amount]))
}

/** The online payments of a contract, the newest first, with its instalments only. */
export async function findOnlinePayments(
  database: Database,
  { id, lines }: Pick<ContractAccount, 'id' | 'lines'>,
): Promise<OnlinePayment[]> {
  const isOfContract = sql`${checkouts.id} in (
    select checkout_id from checkout_lines join payments on payments.id = payment_id where contract_id = ${id}
  )`
  const paid = await database
    .select({ id: checkouts.id })
    .from(checkouts)
    .where(sql`${checkouts.state} = 'paid' and ${isOfContract}`)
    .orderBy(desc(checkouts.finishedAt), checkouts.id)
  const own = new Set(lines.map((line) => line.id))
  const found: OnlinePayment[] = []
  for (const { id: checkoutId } of paid) {
    const all = await readPaidLines(database, checkoutId)
    found.push({ checkoutId, lines: all.filter(({ paymentId }) => own.has(paymentId)) })
  }
  return found
}
