import { listAbsences, listReportedAbsences, reportAbsence, withdrawAbsence } from '#contract/people/absences.ts'
import { viewerOf } from '#server/access/visible-students.ts'
import type { App } from '#server/app-types.ts'
import { registerCall } from '#server/plugins/calls.ts'
import { serveListFile } from '#server/plugins/list-files.ts'
import { dayInZone } from '#server/time/calendar-days.ts'
import { findAbsences, findReportedAbsences } from './absence-list.ts'
import { storeAbsence, withdrawAbsence as takeBack } from './report-absence.ts'

/** Reports that a student will be absent. */
export async function absenceRoutes(app: App): Promise<void> {
  const timeZone = app.env.TIME_ZONE
  const time = () => {
    const now = app.clock()
    return { now, timeZone, today: dayInZone(now, timeZone) }
  }

  registerCall(app, listAbsences, ({ session }) => findAbsences(app.database, viewerOf(session), time()))

  registerCall(app, reportAbsence, ({ session, body, database }) =>
    storeAbsence(database, viewerOf(session), body, time()),
  )

  registerCall(app, withdrawAbsence, async ({ session, params: { id } }) => {
    await app.database.transaction((transaction) => takeBack(transaction, viewerOf(session), id, time()))
    return undefined
  })

  registerCall(app, listReportedAbsences, ({ query: { page } }) =>
    findReportedAbsences(app.database, { page, ...time() }),
  )
  serveListFile(app, listReportedAbsences, 'absences', ({ query: { page } }, pageSize) =>
    findReportedAbsences(app.database, { page, ...time() }, pageSize),
  )
}
