import { and, asc, eq, ne, sql } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import { taxCertificates } from '#server/db/schema/tax.ts'
import { type Organisation, renderTaxCertificate } from '#server/documents/tax-certificate.ts'
import { notifyUsers, recipientColumns } from '#server/notifications/notify-users.ts'
import { dayInZone } from '#server/time/calendar-days.ts'
import { currentSubject } from './certificates.ts'
import { isFullTime, sumPaidByYear } from './paid-amounts.ts'
import { parseCertificateNumber } from './rules.ts'
import { lookForApplicantAndStudent } from './tax-people.ts'

type Context = { database: Database; clock: () => Date; timeZone: string; organisation: Organisation }
type Row = typeof taxCertificates.$inferSelect
type Present = Parameters<typeof currentSubject>[0]

/**
 * Issues a certificate in two steps, each of which may be repeated by any server: the sum is fixed in the first, the file is
 * made from what was fixed in the second. A step changes a row only in the state in which it was read, and queues the
 * message to the applicant in the same transaction: two servers, or one that died in between, make one file and one message.
 */
export async function issueCertificate(context: Context, certificate: Row): Promise<void> {
  const people = await lookForApplicantAndStudent(context.database, certificate)
  const isClosed = !people || (people.student.isClosed && !people.student.isErased)
  if (isClosed) return giveUpCertificate(context, certificate)
  const prepared = certificate.state === 'requested' ? await fixSum(context, certificate) : certificate
  if (prepared) await makeFile(context, prepared, people)
}

/** The applicant has no right to it any more. No message: it would be about money that the applicant may not see. */
async function giveUpCertificate({ database }: Context, { id, number, state }: Row): Promise<void> {
  await database
    .delete(taxCertificates)
    .where(and(eq(taxCertificates.id, id), eq(taxCertificates.number, number), eq(taxCertificates.state, state)))
}

/** Payments may have been returned since the request: without a sum there is no certificate. */
function fixSum({ database, clock, timeZone }: Context, certificate: Row): Promise<Row | undefined> {
  const isUnchanged = and(eq(taxCertificates.id, certificate.id), eq(taxCertificates.state, 'requested'))
  return database.transaction(async (transaction) => {
    const sums = await sumPaidByYear(transaction, { ...certificate, timeZone })
    const amount = sums.find((sum) => isOf(certificate, sum))?.paid ?? 0
    if (amount > 0) {
      const change = { state: 'prepared' as const, amount, preparedAt: clock() }
      const [prepared] = await transaction.update(taxCertificates).set(change).where(isUnchanged).returning()
      return prepared
    }
    const [dropped] = await transaction.delete(taxCertificates).where(isUnchanged).returning()
    if (dropped) await notify(transaction, { kind: 'tax-certificate-dropped', certificate: dropped, now: clock() })
    return undefined
  })
}

async function makeFile(
  { database, clock, timeZone, organisation }: Context,
  certificate: Row,
  people: Present,
): Promise<void> {
  const now = clock()
  const { base, correction } = parseCertificateNumber(certificate.number)
  const file = await renderTaxCertificate({
    ...people,
    ...certificate,
    organisation,
    number: base,
    correction,
    isFullTime: await isFullTime(database, { ...certificate, timeZone }),
    madeOn: dayInZone(certificate.preparedAt ?? now, timeZone),
  })
  const isUnchanged = and(
    eq(taxCertificates.id, certificate.id),
    eq(taxCertificates.number, certificate.number),
    eq(taxCertificates.state, 'prepared'),
  )
  await database.transaction(async (transaction) => {
    const change = { state: 'ready' as const, file, subject: currentSubject(people), readyAt: now }
    const [ready] = await transaction.update(taxCertificates).set(change).where(isUnchanged).returning()
    if (ready) await notify(transaction, { kind: 'tax-certificate-ready', certificate: ready, now })
  })
}

async function notify(
  transaction: Database,
  {
    kind,
    certificate: { applicantId, studentId, year, number },
    now,
  }: { kind: 'tax-certificate-ready' | 'tax-certificate-dropped'; certificate: Row; now: Date },
): Promise<void> {
  const student = sql<string>`(select ${users.firstName} from ${users} where ${users.id} = ${studentId})`
  const [applicant] = await transaction
    .select({ recipient: recipientColumns, student: student.as('student') })
    .from(users)
    .where(eq(users.id, applicantId))
  if (!applicant) return
  const values = { student: applicant.student, year: String(year), number }
  await notifyUsers(transaction, now, [{ recipient: applicant.recipient, studentId, kind, values }])
}

function isOf({ studentId, year }: Row, sum: { studentId: string; year: number }): boolean {
  return sum.studentId === studentId && sum.year === year
}

/** Certificates that were requested and are not issued yet, the oldest request first. */
export function unfinishedCertificates(database: Database): Promise<Row[]> {
  return database
    .select()
    .from(taxCertificates)
    .where(ne(taxCertificates.state, 'ready'))
    .orderBy(asc(taxCertificates.requestedAt), asc(taxCertificates.id))
}
