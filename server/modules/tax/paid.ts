import { and, asc, eq, gte, lt, sql } from 'drizzle-orm'
import type { TaxStudent } from '#contract/tax.ts'
import { instantAt } from '#server/days.ts'
import type { Database } from '#server/db/client.ts'
import { contracts, operations, payments } from '#server/db/schema/contracts.ts'
import { guardianships, users } from '#server/db/schema/people.ts'

export type PaidInYear = { studentId: string; year: number; paid: number; paidByOthers: number }

/** Whose payments an applicant may deduct: one's own studies, and those of the children. */
export function studentsOf(applicantId: string) {
  return sql`array(
    select ${applicantId}::uuid union all
    select ${guardianships.childId} from ${guardianships} where ${guardianships.guardianId} = ${applicantId}
  )`
}

/**
 * Whether money is the applicant's. Where nobody knows who paid, it is the customer of the contract: a name without an
 * account is somebody else, and what a line leaves to the fund, maternity capital, which no deduction is for, is nobody's
 * of the family.
 */
function isPaidBy(applicantId: string) {
  return sql<boolean>`coalesce(${operations.payerId} = ${applicantId}::uuid,
    ${operations.payerName} is null and ${contracts.customerId} = ${applicantId}::uuid
      and ${payments.kind} <> 'fund')`
}

/**
 * What was paid for each student in each calendar year of the school's zone, returns taken off. What went back in a year
 * is taken off what came in in it; where that is not enough, off the year before, so that no year is below nothing and
 * all of them together come to what the school has kept. A transfer between two contracts of a student comes to
 * nothing; between those of two students it takes the money along.
 */
export async function paidByYear(
  database: Database,
  { applicantId, timeZone }: { applicantId: string; timeZone: string },
): Promise<PaidInYear[]> {
  const signed = sql`case when ${operations.kind} in ('ReceivingDS', 'ReceivingTransferDS')
    then ${operations.amount} else -${operations.amount} end`
  const { rows } = await database.execute<Record<'student' | 'year' | 'paid' | 'others', string>>(sql`
    with moved as (
      select ${contracts.studentId} as student, extract(year from ${operations.at} at time zone ${timeZone}) as year,
        coalesce(sum(${signed}) filter (where ${isPaidBy(applicantId)}), 0) as own,
        coalesce(sum(${signed}) filter (where not ${isPaidBy(applicantId)}), 0) as others
      from ${operations}
      join ${payments} on ${payments.id} = ${operations.paymentId}
      join ${contracts} on ${contracts.id} = ${payments.contractId}
      where ${contracts.studentId} = any(${studentsOf(applicantId)})
      group by 1, 2
    ), summed as (
      select *, sum(own) over (partition by student order by year) as until from moved
    )
    select student, year, others, greatest(0, own - until + min(until) over (
      partition by student order by year rows between current row and unbounded following
    )) as paid
    from summed order by year desc, student
  `)
  return rows.map(({ student, year, paid, others }) => ({
    studentId: student,
    year: Number(year),
    paid: Number(paid),
    paidByOthers: Number(others),
  }))
}

type Operation = TaxStudent['operations'][number] & { studentId: string }

/** Every operation of the year for the applicant and the applicant's children, the earliest first. */
export async function operationsOfYear(
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
      counts: isPaidBy(applicantId),
      studentId: contracts.studentId,
    })
    .from(operations)
    .innerJoin(payments, eq(payments.id, operations.paymentId))
    .innerJoin(contracts, eq(contracts.id, payments.contractId))
    .leftJoin(users, eq(users.id, operations.payerId))
    .where(and(sql`${contracts.studentId} = any(${studentsOf(applicantId)})`, isOfYear(year, timeZone)))
    .orderBy(asc(operations.at), asc(operations.id))
  return found.map(({ at, ...operation }) => ({ ...operation, at: at.toISOString() }))
}

/** Recorded lessons, without a teacher and an hour, are no full-time studies. */
export async function isFullTime(
  database: Database,
  { studentId, year, timeZone }: { studentId: string; year: number; timeZone: string },
): Promise<boolean> {
  const recorded = await database
    .select({ id: contracts.id })
    .from(contracts)
    .innerJoin(payments, eq(payments.contractId, contracts.id))
    .innerJoin(operations, eq(operations.paymentId, payments.id))
    .where(and(eq(contracts.studentId, studentId), eq(contracts.format, 'video'), isOfYear(year, timeZone)))
    .limit(1)
  return recorded.length === 0
}

/** The calendar year as the school's clock shows it. */
function isOfYear(year: number, timeZone: string) {
  const from = instantAt(`${year}-01-01`, '00:00', timeZone)
  return and(gte(operations.at, from), lt(operations.at, instantAt(`${year + 1}-01-01`, '00:00', timeZone)))
}
