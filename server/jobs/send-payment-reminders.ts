import { sendPaymentReminders as sendReminders } from '#server/enrolment/contracts/payment-reminders.ts'
import type { Job } from './job.ts'
import { isQuietHour } from './quiet-hours.ts'

/** Reminds customers of payments that are due soon, once for each payment. */
export const sendPaymentReminders: Job = {
  name: 'send-payment-reminders',
  async run({ database, clock, timeZone }) {
    const moment = { now: clock(), timeZone }
    if (!isQuietHour(moment)) await sendReminders(database, moment)
  },
}
