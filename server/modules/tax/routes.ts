import { and, eq, isNotNull } from 'drizzle-orm'
import {
  changeParticulars as changeParticularsCall,
  getTaxDeduction,
  requestCertificate as requestCertificateCall,
} from '#contract/tax.ts'
import { users } from '#server/db/schema/people.ts'
import { taxCertificates } from '#server/db/schema/tax.ts'
import { serveDocuments } from '#server/documents/links.ts'
import { certificateFileName } from '#server/documents/tax-certificate.ts'
import { serve } from '#server/plugins/calls.ts'
import { refuse } from '#server/refusal.ts'
import type { App } from '#server/surroundings.ts'
import { requestCertificate } from './certificates.ts'
import { deductionOf } from './deduction.ts'
import { changeParticulars } from './people.ts'

export async function taxRoutes(app: App): Promise<void> {
  const { database, clock } = app
  const timeZone = app.env.TIME_ZONE

  const linkTo = serveDocuments(app, 'tax-certificate', async (id, { userId }) => {
    const [found] = await database
      .select({
        content: taxCertificates.file,
        year: taxCertificates.year,
        firstName: users.firstName,
        lastName: users.lastName,
      })
      .from(taxCertificates)
      .innerJoin(users, eq(users.id, taxCertificates.studentId))
      .where(and(eq(taxCertificates.id, id), eq(taxCertificates.applicantId, userId), isNotNull(taxCertificates.file)))
    if (!found?.content) refuse('not-found', 'No such certificate, or it is being made anew')
    return { fileName: certificateFileName(found), content: found.content }
  })

  serve(app, getTaxDeduction, ({ session, query: { year }, language }) => {
    const asked = { applicantId: session.userId, year, now: clock(), timeZone, language }
    return deductionOf(database, { ...asked, linkTo: (id) => linkTo(id, session) })
  })

  serve(app, changeParticularsCall, ({ session, body }) =>
    database.transaction((transaction) =>
      changeParticulars(transaction, { applicantId: session.userId, changes: body, now: clock(), timeZone }),
    ),
  )

  serve(app, requestCertificateCall, ({ session, database: transaction, body: { year, studentUuid } }) =>
    requestCertificate(transaction, {
      applicantId: session.userId,
      studentId: studentUuid,
      year,
      now: clock(),
      timeZone,
    }),
  )
}
