import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import type { changePersonalDetails as declaration, PersonalDetails } from '#contract/billing/tax.ts'
import type { BodyOf } from '#contract/call.ts'
import { certifiableStudents, deductibleStudents } from '#server/access/deductible-students.ts'
import { byName } from '#server/access/user-columns.ts'
import { findGuardiansOf, representedStudents } from '#server/access/visible-students.ts'
import type { Database } from '#server/db/client.ts'
import { contracts } from '#server/db/schema/contracts.ts'
import { keptIdentities } from '#server/db/schema/data-requests.ts'
import { users } from '#server/db/schema/people.ts'
import { type CertificateSubject, personalDetails, taxCertificates } from '#server/db/schema/tax.ts'
import { throwInvalidValue, throwProblem } from '#server/http/http-error.ts'
import { isTaxNumber } from '#server/payment-details/check-digits.ts'
import { type Day, dayInZone, dayOfAge } from '#server/time/calendar-days.ts'

export type TaxPerson = PersonalDetails & {
  /** Has a contract. */
  isStudent: boolean
  /** The data were erased; the name is that of the documents that are kept. */
  isErased: boolean
  /** The applicant has no right to the data of this child any more, only the own certificates. */
  isClosed: boolean
}

/** Names of `users` joined with `kept_identities`: of an erased person, from the documents that are kept. */
const namesInCertificates = {
  lastName: sql<string>`coalesce(split_part(${keptIdentities.name}, ' ', 1), ${users.lastName})`,
  firstName: sql<string>`coalesce(split_part(${keptIdentities.name}, ' ', 2), ${users.firstName})`,
  patronym: sql<string | null>`case when ${keptIdentities.name} is null then ${users.patronym}
    else nullif(split_part(${keptIdentities.name}, ' ', 3), '') end`,
}

/** The applicant and their children, optionally filtered. */
export async function findTaxPeople(database: Database, applicantId: string, one?: SQL): Promise<TaxPerson[]> {
  const isClosed = sql<boolean>`${users.id} <> all(${certifiableStudents(applicantId)})`
  const people = await database
    .select({
      uuid: users.id,
      ...namesInCertificates,
      taxNumber: personalDetails.taxNumber,
      bornOn: personalDetails.bornOn,
      isStudent: sql<boolean>`exists (select from ${contracts} where ${contracts.studentId} = ${users.id})`,
      isErased: sql<boolean>`${keptIdentities.personId} is not null`,
      isClosed,
      certified: sql<TaxSubject | null>`(
        select ${taxCertificates.subject} -> 'student' from ${taxCertificates}
        where ${isClosed} and ${keptIdentities.personId} is null and ${taxCertificates.applicantId} = ${applicantId}
          and ${taxCertificates.studentId} = ${users.id} and ${taxCertificates.state} = 'ready'
        order by ${taxCertificates.year} desc limit 1
      )`,
    })
    .from(users)
    .leftJoin(personalDetails, eq(personalDetails.userId, users.id))
    .leftJoin(keptIdentities, eq(keptIdentities.personId, users.id))
    .where(and(sql`${users.id} = any(${deductibleStudents(applicantId)})`, one))
    .orderBy(...byName)
  return people.map(({ certified, ...person }) => (person.isClosed ? withoutData(person, certified) : person))
}

/** Of a closed child only the name of the certificate: what has changed since then is not the applicant's. */
function withoutData(person: TaxPerson, certified: TaxSubject | null): TaxPerson {
  const { lastName, firstName, patronym } = certified ?? person
  return { ...person, lastName, firstName, patronym, taxNumber: null, bornOn: null }
}

type TaxSubject = CertificateSubject['student']
type Pair = Record<'applicantId' | 'studentId', string>

/** The applicant and a student, who is the applicant or their child; 404 for another student. */
export async function findApplicantAndStudent(database: Database, pair: Pair) {
  return (
    (await lookForApplicantAndStudent(database, pair)) ??
    throwProblem('not-found', 'Neither the person’s own studies nor a child’s')
  )
}

/** The same; undefined for another student. */
export async function lookForApplicantAndStudent(database: Database, { applicantId, studentId }: Pair) {
  const people = await findTaxPeople(database, applicantId, or(eq(users.id, applicantId), eq(users.id, studentId)))
  const applicant = people.find(({ uuid }) => uuid === applicantId)
  const student = people.find(({ uuid }) => uuid === studentId)
  return applicant && student && { applicant, student }
}

type DetailsChange = { applicantId: string; changes: BodyOf<typeof declaration>; now: Date; timeZone: string }

/**
 * The rights of guardians end with the minority: a guardian does not make an adult a minor, nor a child an adult, who has
 * other guardians. The school corrects such a date.
 */
async function refuseOtherAge(
  database: Database,
  { childId, from, to, today }: { childId: string; from: Day | null; to: Day | null; today: Day },
): Promise<void> {
  const [was, will] = [from, to].map((bornOn) => bornOn !== null && dayOfAge(bornOn) <= today)
  if (was === will) return
  const guardians = await findGuardiansOf(database, [childId], 'relation')
  if (was || guardians.length > 1)
    throwInvalidValue('bornOn', 'not-allowed', 'The school corrects a date of birth that decides who answers')
}

/**
 * Updates tax number and date of birth; absent fields stay. Each parent may update a child's. Minors with guardians do not
 * change their own date of birth: it decides what they may do without them.
 */
export async function updatePersonalDetails(
  database: Database,
  { applicantId, changes: { userUuid, ...changes }, now, timeZone }: DetailsChange,
): Promise<PersonalDetails> {
  const { student: before } = await findApplicantAndStudent(database, { applicantId, studentId: userUuid })
  if (before.isErased) throwProblem('state-conflict', 'The data of this person were deleted')
  if (before.isClosed) throwProblem('role-missing', 'The right to the data of this child was taken away')
  const { taxNumber, bornOn } = changes
  const today = dayInZone(now, timeZone)
  if (taxNumber && !isTaxNumber(taxNumber))
    throwInvalidValue('taxNumber', 'wrong-value', 'The control digits do not fit')
  if (bornOn && bornOn > today) throwInvalidValue('bornOn', 'too-big', 'The date of birth is in the future')
  if (userUuid === applicantId && bornOn !== undefined && bornOn !== before.bornOn) {
    const isRepresented = sql`${users.id} in ${representedStudents({ roleGroup: 'student', userId: applicantId }, today, 'seesContracts')}`
    if ((await database.$count(users, isRepresented)) === 0)
      throwInvalidValue('bornOn', 'not-allowed', 'A guardian enters the date of birth of a minor')
  }
  if (userUuid !== applicantId && bornOn !== undefined && bornOn !== before.bornOn)
    await refuseOtherAge(database, { childId: userUuid, from: before.bornOn, to: bornOn, today })
  await database
    .insert(personalDetails)
    .values({ userId: userUuid, ...changes, updatedAt: now })
    .onConflictDoUpdate({ target: personalDetails.userId, set: { ...changes, updatedAt: now } })
  const { student } = await findApplicantAndStudent(database, { applicantId, studentId: userUuid })
  return toPersonalDetails(student)
}

export function toPersonalDetails({
  uuid,
  lastName,
  firstName,
  patronym,
  taxNumber,
  bornOn,
}: PersonalDetails): PersonalDetails {
  return { uuid, lastName, firstName, patronym, taxNumber, bornOn }
}
