import { and, eq, isNotNull } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { taxCertificates } from '#server/db/schema/tax.ts'
import { certificateFileName } from '#server/documents/tax-certificate.ts'
import { lookForApplicantAndStudent } from './tax-people.ts'

type OfApplicant = { id: string; applicantId: string }

/** A certificate under the name of the student that its applicant may know. Undefined for one that is not ready. */
export async function findCertificateFile(
  database: Database,
  { id, applicantId }: OfApplicant,
): Promise<{ fileName: string; content: Buffer } | undefined> {
  const { file: content, year, studentId } = taxCertificates
  const [found] = await database
    .select({ content, year, studentId })
    .from(taxCertificates)
    .where(and(eq(taxCertificates.id, id), eq(taxCertificates.applicantId, applicantId), isNotNull(content)))
  if (!found?.content) return undefined
  const people = await lookForApplicantAndStudent(database, { applicantId, studentId: found.studentId })
  return people && { fileName: certificateFileName({ year: found.year, ...people.student }), content: found.content }
}
