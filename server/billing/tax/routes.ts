import {
  changePersonalDetails as changePersonalDetailsCall,
  getTaxDeduction,
  requestCertificate as requestCertificateCall,
} from '#contract/billing/tax.ts'
import type { App } from '#server/app-types.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { registerCall } from '#server/plugins/calls.ts'
import { serveDocuments } from '#server/plugins/document-links.ts'
import { enqueue } from '#server/queues/enqueue.ts'
import { findCertificateFile } from './certificate-file.ts'
import { requestCertificate } from './certificates.ts'
import { findTaxDeduction } from './deduction.ts'
import { updatePersonalDetails } from './tax-people.ts'

export async function taxRoutes(app: App): Promise<void> {
  const { database, clock } = app
  const timeZone = app.env.TIME_ZONE
  const confirmation = app.env.SCHOOL.tax

  const linkTo = serveDocuments(app, 'tax-certificate', async (id, { userId }) => {
    const certificate = await findCertificateFile(database, { id, applicantId: userId })
    return certificate ?? throwProblem('not-found', 'No such certificate, or it is being made anew')
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
