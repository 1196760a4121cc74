import { endHold, expiredHolds, groupsToOffer, offerPlaces } from '#server/enrolment/transfers/apply-due-transfers.ts'
import { forEachInTransaction, type Job } from './job.ts'

/** Ends the holds of places that were not taken in time (D-40), and offers free places to the waiting lists. */
export const offerFreePlaces: Job = {
  name: 'offer-free-places',
  async run(context) {
    const moment = { now: context.clock(), timeZone: context.timeZone }
    await forEachInTransaction(context, await expiredHolds(context.database, moment), (transaction, id) =>
      endHold(transaction, id, moment),
    )
    await forEachInTransaction(context, await groupsToOffer(context.database), (transaction, id) =>
      offerPlaces(transaction, id, moment),
    )
  },
}
