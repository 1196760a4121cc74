import { and, eq, isNotNull } from 'drizzle-orm'
import {
  changePersonalDetails as changePersonalDetailsCall,
  getTaxDeduction,
  requestCertificate as requestCertificateCall,
} from '#contract/billing/tax.ts'
import type { App } from '#server/app-types.ts'
import { taxCertificates } from '#server/db/schema/tax.ts'
import { certificateFileName } from '#server/documents/tax-certificate.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { registerCall } from '#server/plugins/calls.ts'
import { serveDocuments } from '#server/plugins/document-links.ts'
import { enqueue } from '#server/queues/enqueue.ts'
import { requestCertificate } from './certificates.ts'
import { findTaxDeduction } from './deduction.ts'
import { findApplicantAndStudent, updatePersonalDetails } from './tax-people.ts'

export async function taxRoutes(app: App): Promise<void> {
  const { database, clock } = app
  const timeZone = app.env.TIME_ZONE
  const confirmation = app.env.SCHOOL.tax

  const linkTo = serveDocuments(app, 'tax-certificate', async (id, { userId }) => {
    const [found] = await database
      .select({
        content: taxCertificates.file,
        year: taxCertificates.year,
        studentId: taxCertificates.studentId,
      })
      .from(taxCertificates)
      .where(and(eq(taxCertificates.id, id), eq(taxCertificates.applicantId, userId), isNotNull(taxCertificates.file)))
    if (!found?.content) throwProblem('not-found', 'No such certificate, or it is being made anew')
    const { student } = await findApplicantAndStudent(database, { applicantId: userId, studentId: found.studentId })
    return { fileName: certificateFileName({ year: found.year, ...student }), content: found.content }
  })

  registerCall(app, getTaxDeduction, ({ session, query: { year }, language }) => {
    const deductionQuery = { applicantId: session.userId, year, now: clock(), timeZone, language, confirmation }
    return findTaxDeduction(database, { ...deductionQuery, linkTo: (id) => linkTo(id, session) })
  })

  registerCall(app, changePersonalDetailsCall, ({ session, body }) =>
    database.transaction((transaction) =>
      updatePersonalDetails(transaction, { applicantId: session.userId, changes: body, now: clock(), timeZone }),
    ),
  )

  registerCall(app, requestCertificateCall, async ({ session, database: transaction, body: { year, studentUuid } }) => {
    const certificate = await requestCertificate(transaction, {
      applicantId: session.userId,
      studentId: studentUuid,
      year,
      now: clock(),
      timeZone,
    })
    await enqueue(transaction, 'issue-tax-certificates')
    return certificate
  })
}
