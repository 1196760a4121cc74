import { and, asc, eq, gte, lt, sql } from 'drizzle-orm'
import type { TaxStudent } from '#contract/billing/tax.ts'
import type { TaxPayer } from '#contract/enumerations.ts'
import { isOfDeduction, isPaidBy } from '#server/access/deductible-students.ts'
import { isContractVisibleTo } from '#server/access/visible-students.ts'
import type { Database } from '#server/db/client.ts'
import { contracts, operations, payments } from '#server/db/schema/contracts.ts'
import { users } from '#server/db/schema/people.ts'
import { zonedInstant } from '#server/time/calendar-days.ts'

/** Kopecks of a year: of the applicant, of other people, and of maternity capital. */
export type PaidInYear = { studentId: string; year: number; paid: number; paidByOthers: number; paidByFund: number }

/** The sums of a year without operations. */
export const nothingPaid = { paid: 0, paidByOthers: 0, paidByFund: 0 }

/**
 * Who paid an operation. One without an account of the payer is of maternity capital where the fund pays (kind `fund`);
 * else a payer name is another person, and without a name it is the customer of the contract.
 */
function selectPayer(applicantId: string) {
  return sql<TaxPayer>`case
    when ${isPaidBy(applicantId)} then 'applicant'
    when ${operations.payerId} is not null then 'another'
    when ${payments.kind} = 'fund' then 'maternity-capital'
    when ${operations.payerName} is null and ${contracts.customerId} = ${applicantId}::uuid then 'applicant'
    else 'another' end`
}

/**
 * Amounts in kopecks paid for each student per calendar year in the school's time zone, minus returns. A return reduces
 * its own year and, if that is not enough, the years before, so no year is negative and the years sum up to what the
 * school kept. Transfers between contracts of one student cancel out; transfers between students move the amount.
 */
export async function sumPaidByYear(
  database: Database,
  { applicantId, timeZone }: { applicantId: string; timeZone: string },
): Promise<PaidInYear[]> {
  const signed = sql`case when ${operations.kind} in ('ReceivingDS', 'ReceivingTransferDS')
    then ${operations.amount} else -${operations.amount} end`
  const { rows } = await database.execute<Record<'student' | 'year' | 'paid' | 'others' | 'fund', string>>(sql`
    with booked as (
      select ${contracts.studentId} as student, extract(year from ${operations.at} at time zone ${timeZone}) as year,
        ${signed} as amount, ${selectPayer(applicantId)} as payer
      from ${operations}
      join ${payments} on ${payments.id} = ${operations.paymentId}
      join ${contracts} on ${contracts.id} = ${payments.contractId}
      where ${isOfDeduction(applicantId)}
    ), moved as (
      select student, year,
        coalesce(sum(amount) filter (where payer = 'applicant'), 0) as own,
        coalesce(sum(amount) filter (where payer = 'another'), 0) as others,
        coalesce(sum(amount) filter (where payer = 'maternity-capital'), 0) as fund
      from booked group by 1, 2
    ), summed as (
      select *, sum(own) over (partition by student order by year) as until from moved
    )
    select student, year, others, fund, greatest(0, own - until + min(until) over (
      partition by student order by year rows between current row and unbounded following
    )) as paid
    from summed order by year desc, student
  `)
  return rows.map(({ student, year, paid, others, fund }) => ({
    studentId: student,
    year: Number(year),
    paid: Number(paid),
    paidByOthers: Number(others),
    paidByFund: Number(fund),
  }))
}

type Operation = TaxStudent['operations'][number] & { studentId: string }

/** All operations of the year for the applicant and their children, the earliest first. */
export async function listOperationsOfYear(
  database: Database,
  { applicantId, year, timeZone }: { applicantId: string; year: number; timeZone: string },
): Promise<Operation[]> {
  const found = await database
    .select({
      uuid: operations.id,
      at: operations.at,
      kind: operations.kind,
      amount: operations.amount,
      contractNumber: contracts.number,
      payer: sql<string | null>`coalesce(
        nullif(concat_ws(' ', ${users.lastName}, ${users.firstName}, ${users.patronym}), ''), ${operations.payerName}
      )`,
      paidBy: selectPayer(applicantId),
      studentId: contracts.studentId,
    })
    .from(operations)
    .innerJoin(payments, eq(payments.id, operations.paymentId))
    .innerJoin(contracts, eq(contracts.id, payments.contractId))
    .leftJoin(users, eq(users.id, operations.payerId))
    .where(and(isOfDeduction(applicantId), isOfYear(year, timeZone)))
    .orderBy(asc(operations.at), asc(operations.id))
  return found.map(({ at, ...operation }) => ({ ...operation, at: at.toISOString() }))
}

/** Recorded lessons without a teacher are no full-time studies. */
export async function isFullTime(
  database: Database,
  {
    applicantId,
    studentId,
    year,
    timeZone,
  }: Record<'applicantId' | 'studentId' | 'timeZone', string> & { year: number },
): Promise<boolean> {
  const recorded = await database
    .select({ id: contracts.id })
    .from(contracts)
    .innerJoin(payments, eq(payments.contractId, contracts.id))
    .innerJoin(operations, eq(operations.paymentId, payments.id))
    .where(
      and(
        and(eq(contracts.studentId, studentId), isContractVisibleTo(applicantId)),
        and(eq(contracts.format, 'video'), isOfYear(year, timeZone)),
      ),
    )
    .limit(1)
  return recorded.length === 0
}

/** The calendar year in the school's time zone. */
function isOfYear(year: number, timeZone: string) {
  const from = zonedInstant(`${year}-01-01`, '00:00', timeZone)
  return and(gte(operations.at, from), lt(operations.at, zonedInstant(`${year + 1}-01-01`, '00:00', timeZone)))
}
