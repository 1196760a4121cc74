import { expireEnrolment, findUnpurchasedEnrolments } from '#server/enrolment/programme/expire-enrolments.ts'
import { forEachInTransaction, type Job } from './job.ts'
import { isQuietHour } from './quiet-hours.ts'

/** Expires enrolments in the 2035 programme for which no contract was made in time. */
export const expireEnrolments: Job = {
  name: 'expire-enrolments',
  async run(context) {
    const moment = { now: context.clock(), timeZone: context.timeZone }
    if (isQuietHour(moment)) return
    const items = await findUnpurchasedEnrolments(context.database, moment)
    await forEachInTransaction(context, items, (transaction, item) => expireEnrolment(transaction, item, moment))
  },
}
