import { expireUnpaidContract, findUnpaidContracts } from '#server/enrolment/contracts/expire-unpaid-contracts.ts'
import { forEachInTransaction, type Job } from './job.ts'
import { isQuietHour } from './quiet-hours.ts'

/** Ends contracts whose first payment has not arrived in time. */
export const expireUnpaidContracts: Job = {
  name: 'expire-unpaid-contracts',
  async run(context) {
    const moment = { now: context.clock(), timeZone: context.timeZone }
    if (isQuietHour(moment)) return
    const items = await findUnpaidContracts(context.database, moment)
    await forEachInTransaction(context, items, (transaction, id) => expireUnpaidContract(transaction, id, moment))
  },
}
