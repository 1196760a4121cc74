import { applyDueTransfers } from './apply-due-transfers.ts'
import { deleteEndedSessions } from './delete-ended-sessions.ts'
import { deleteExpiredCounters } from './delete-expired-counters.ts'
import { deleteOldMessages } from './delete-old-messages.ts'
import { expireEnrolments } from './expire-enrolments.ts'
import { expireUnpaidContracts } from './expire-unpaid-contracts.ts'
import { issueTaxCertificates } from './issue-tax-certificates.ts'
import type { Job } from './job.ts'
import { offerFreePlaces } from './offer-free-places.ts'
import { sendPaymentReminders } from './send-payment-reminders.ts'

/** When each job runs, in the time zone of the school. */
export const schedule: readonly { cron: string; job: Job }[] = [
  { cron: '* * * * *', job: deleteEndedSessions },
  { cron: '*/15 * * * *', job: deleteExpiredCounters },
  { cron: '* * * * *', job: applyDueTransfers },
  { cron: '* * * * *', job: offerFreePlaces },
  { cron: '* * * * *', job: sendPaymentReminders },
  { cron: '*/5 * * * *', job: expireUnpaidContracts },
  { cron: '*/5 * * * *', job: expireEnrolments },
  { cron: '* * * * *', job: issueTaxCertificates },
  { cron: '30 * * * *', job: deleteOldMessages },
]
