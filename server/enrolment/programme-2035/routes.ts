import {
  enroll,
  listOfferStudents as listStudents,
  readOffer as readOfferCall,
  withdrawEnrolment as withdraw,
} from '#contract/learning/schedule.ts'
import { viewerOf } from '#server/access/visible-students.ts'
import type { App } from '#server/app-types.ts'
import { registerCall } from '#server/plugins/calls.ts'
import { enrolStudent } from './enrol-student.ts'
import { listOfferStudents } from './offer-students.ts'
import { findCampaignByToken, readOffer } from './offers.ts'
import { withdrawEnrolment } from './withdraw-enrolment.ts'

/** The 2035 programme: the offer behind a token, the students who may enrol, enrolment and its withdrawal. */
export async function programme2035Routes(app: App) {
  const { database } = app
  const currentTime = () => ({ now: app.clock(), timeZone: app.env.TIME_ZONE })

  registerCall(app, readOfferCall, ({ session, params }) => readOffer(database, viewerOf(session), params.token))
  registerCall(app, listStudents, async ({ session, params }) =>
    listOfferStudents(database, viewerOf(session), currentTime(), await findCampaignByToken(database, params.token)),
  )
  registerCall(app, enroll, ({ session, body, database: transaction }) =>
    enrolStudent(transaction, viewerOf(session), currentTime(), body),
  )
  registerCall(app, withdraw, async ({ session, params }): Promise<undefined> => {
    await withdrawEnrolment(database, viewerOf(session), currentTime(), params.id)
  })
}
