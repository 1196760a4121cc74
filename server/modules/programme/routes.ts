import { enroll, listOfferStudents as listStudents, readOffer as readOfferCall } from '#contract/schedule.ts'
import { askerOf } from '#server/modules/moves/contracts.ts'
import { serve } from '#server/plugins/calls.ts'
import type { App } from '#server/surroundings.ts'
import { enrol } from './enrolling.ts'
import { findCampaign, readOffer } from './offers.ts'
import { listOfferStudents } from './students.ts'

/** The 2035 programme: what a token offers (D-20), who may enrol, and enrolment. */
export async function programmeRoutes(app: App) {
  const { database } = app
  const moment = () => ({ now: app.clock(), timeZone: app.env.TIME_ZONE })

  serve(app, readOfferCall, ({ session, params }) => readOffer(database, askerOf(session), params.token))
  serve(app, listStudents, async ({ session, params }) =>
    listOfferStudents(database, askerOf(session), moment(), await findCampaign(database, params.token)),
  )
  serve(app, enroll, ({ session, body, database: transaction }) => enrol(transaction, askerOf(session), moment(), body))
}
