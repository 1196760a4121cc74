import { and, asc, eq, or, type SQL, sql } from 'drizzle-orm'
import type { BodyOf } from '#contract/call.ts'
import type { changeParticulars as declaration, Particulars } from '#contract/tax.ts'
import { dayAt } from '#server/days.ts'
import type { Database } from '#server/db/client.ts'
import { contracts } from '#server/db/schema/contracts.ts'
import { users } from '#server/db/schema/people.ts'
import { particulars } from '#server/db/schema/tax.ts'
import { isTaxNumber } from '#server/documents/control-digits.ts'
import { refuse, refuseValue } from '#server/refusal.ts'
import { studentsOf } from './paid.ts'

export type KnownPerson = Particulars & {
  /** Has a contract: there is something to be paid for. */
  isStudent: boolean
}

/** The applicant and the applicant's children, of whom one is asked for or all. */
export async function peopleOf(database: Database, applicantId: string, one?: SQL): Promise<KnownPerson[]> {
  return database
    .select({
      uuid: users.id,
      lastName: users.lastName,
      firstName: users.firstName,
      patronym: users.patronym,
      taxNumber: particulars.taxNumber,
      bornOn: particulars.bornOn,
      isStudent: sql<boolean>`exists (select from ${contracts} where ${contracts.studentId} = ${users.id})`,
    })
    .from(users)
    .leftJoin(particulars, eq(particulars.userId, users.id))
    .where(and(sql`${users.id} = any(${studentsOf(applicantId)})`, one))
    .orderBy(asc(users.lastName), asc(users.firstName), asc(users.id))
}

/** The applicant and a student who is the applicant or a child of the applicant's; somebody else is 404. */
export async function pairOf(
  database: Database,
  { applicantId, studentId }: Record<'applicantId' | 'studentId', string>,
) {
  const people = await peopleOf(database, applicantId, or(eq(users.id, applicantId), eq(users.id, studentId)))
  const applicant = people.find(({ uuid }) => uuid === applicantId)
  const student = people.find(({ uuid }) => uuid === studentId)
  if (!applicant || !student) refuse('not-found', 'Neither the person’s own studies nor a child’s')
  return { applicant, student }
}

type Asking = { applicantId: string; changes: BodyOf<typeof declaration>; now: Date; timeZone: string }

/** Tax number and date of birth; what is left out stays. A child's may be written by each of the parents. */
export async function changeParticulars(
  database: Database,
  { applicantId, changes: { userUuid, ...changes }, now, timeZone }: Asking,
): Promise<Particulars> {
  await pairOf(database, { applicantId, studentId: userUuid })
  const { taxNumber, bornOn } = changes
  if (taxNumber && !isTaxNumber(taxNumber)) refuseValue('taxNumber', 'wrong-value', 'The control digits do not fit')
  if (bornOn && bornOn > dayAt(now, timeZone)) refuseValue('bornOn', 'too-big', 'Nobody is born on a day to come')
  await database
    .insert(particulars)
    .values({ userId: userUuid, ...changes, updatedAt: now })
    .onConflictDoUpdate({ target: particulars.userId, set: { ...changes, updatedAt: now } })
  const { student } = await pairOf(database, { applicantId, studentId: userUuid })
  return particularsOf(student)
}

export function particularsOf({ uuid, lastName, firstName, patronym, taxNumber, bornOn }: Particulars): Particulars {
  return { uuid, lastName, firstName, patronym, taxNumber, bornOn }
}
