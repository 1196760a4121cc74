import { applyTransfer, dueTransfers } from '#server/enrolment/transfers/apply-due-transfers.ts'
import { forEachInTransaction, type Job } from './job.ts'

/** Moves contracts to their new groups on the day of the transfer. */
export const applyDueTransfers: Job = {
  name: 'apply-due-transfers',
  async run(context) {
    const moment = { now: context.clock(), timeZone: context.timeZone }
    const items = await dueTransfers(context.database, moment)
    await forEachInTransaction(context, items, (transaction, id) => applyTransfer(transaction, id, moment))
  },
}
