import type { FastifyBaseLogger } from 'fastify'
import { chargeHours } from '#contract/billing/autopay-rules.ts'
import { rightsKept } from '#contract/people/guardian-rights.ts'
import { announceComingOfAge } from '#server/account-control/announce-coming-of-age.ts'
import {
  findStudentsNotOfAge,
  findStudentsOfAge,
  limitGuardians,
  returnRights,
} from '#server/account-control/coming-of-age.ts'
import { findRecentJoins, moveLateRows } from '#server/account-joins/move-late-rows.ts'
import { contractDaysOf } from '#server/admin-panel/work-queues.ts'
import { forgetTakers } from '#server/admin-panel/work-takers.ts'
import { deleteEndedSessions } from '#server/auth/sessions/end-sessions.ts'
import { endFreeze, endFreezeByOthers, openAfterFreeze } from '#server/billing/actions/act.ts'
import {
  findEndedFreezes,
  findFreezesEndedByOthers,
  findMarkedContracts,
} from '#server/billing/actions/change-contract.ts'
import { announceCharges } from '#server/billing/autopay/announce-charges.ts'
import { chargeCards, finishCharges } from '#server/billing/autopay/charge-cards.ts'
import { startCharges } from '#server/billing/autopay/start-charges.ts'
import { watchReceipts } from '#server/billing/checkouts/fiscal-receipts.ts'
import type { PaymentContext } from '#server/billing/checkouts/payment-context.ts'
import { reconcilePayments } from '#server/billing/checkouts/reconcile-payments.ts'
import { branchesOfOthers } from '#server/billing/checkouts/rules.ts'
import { sendRefunds } from '#server/billing/checkouts/send-refunds.ts'
import { watchCheckouts } from '#server/billing/checkouts/watch-checkouts.ts'
import type { PaymentProvider } from '#server/billing/providers/payment-provider.ts'
import { issueCertificate, unfinishedCertificates } from '#server/billing/tax/prepare-certificates.ts'
import {
  createCarryOut,
  findDueTerminations,
  findFinishedTerminations,
  finishTermination,
} from '#server/billing/terminations/carry-out.ts'
import { askForAccount, findAccountsToAsk } from '#server/billing/terminations/return-account.ts'
import { notifyOfSchoolNews } from '#server/content/school-news/notify-of-news.ts'
import type { Database } from '#server/db/client.ts'
import { prepareSchoolYears } from '#server/db/school-years.ts'
import type { Organisation } from '#server/documents/tax-certificate.ts'
import { expireUnpaidContract, findUnpaidContracts } from '#server/enrolment/contracts/expire-unpaid-contracts.ts'
import { sendPaymentReminders } from '#server/enrolment/contracts/payment-reminders.ts'
import { sendSigningReminders } from '#server/enrolment/contracts/signing-reminders.ts'
import { endWaitingList, groupsToStopWaiting } from '#server/enrolment/groups/waiting-list.ts'
import {
  expireEnrolment,
  findUnpurchasedEnrolments,
  remindUnpurchasedEnrolments,
} from '#server/enrolment/programme-2035/expire-enrolments.ts'
import {
  applyTransfer,
  dueTransfers,
  endHold,
  expiredHolds,
  groupsToOffer,
  offerPlaces,
} from '#server/enrolment/transfers/apply-due-transfers.ts'
import type { Env } from '#server/environment/env.ts'
import { retentionOf } from '#server/environment/retention-periods.ts'
import { erasePerson, findDueErasures } from '#server/erasure/erase-person.ts'
import { sendQueuedInvitations } from '#server/invitations/queued-invitations.ts'
import { remindOfEvents } from '#server/learning/events/event-reminders.ts'
import type { Channels } from '#server/notifications/channels.ts'
import { findDueDigests, sendDigest } from '#server/notifications/send-digests.ts'
import { endOldDataExports } from '#server/personal-data/exports/make-data-export.ts'
import type { JobName } from '#server/queues/queues.ts'
import { applyRetention } from '#server/retention/old-records.ts'
import { deleteExpiredCounters } from '#server/security/rate-limit-counters.ts'
import { type CurrentTime, toZonedTime } from '#server/time/calendar-days.ts'
import { deleteExpiredRows } from './delete-expired-rows.ts'

/** What the handlers of jobs work with. */
export type JobContext = {
  database: Database
  /** For imports, whose steps may take long. */
  untimed: Database
  clock: () => Date
  timeZone: string
  channels: Channels
  /** The host of our pages. */
  host: string
  /** Webhooks may go to this machine and to local networks. */
  allowPrivateWebhooks: boolean
  /** Null if the school takes no payments online. */
  paymentProvider: PaymentProvider | null
  /** Named in the certificates that jobs make. */
  organisation: Organisation
  /** For the links of invitations and how many of them a minute may send, receipts, and the key of stored secrets. */
  env: Pick<
    Env,
    | 'CONSENTS'
    | 'FILES_DIR'
    | 'IDP_PUBLIC_URL'
    | 'PUBLIC_URL'
    | 'SCHOOL'
    | 'PROFILE_OWNERS'
    | 'PAYEE'
    | 'PAYEES'
    | 'INVITATIONS_PER_MINUTE'
    | 'SECRETS_KEY'
    | 'DELIVERY'
  >
  log: FastifyBaseLogger
}

/**
 * Work that runs on a schedule, in the time zone of the school. A run may be repeated (after a crash, or by another
 * server), so `run` must be idempotent. An error fails the run; it is repeated soon.
 */
export type Job = {
  name: JobName
  cron: string
  /** Seconds between two queries for it, if it must begin sooner than others. */
  poll?: number
  run(context: JobContext): Promise<void>
}

export const schedule: readonly Job[] = [
  {
    // Also without a request of the session: its deletion announces the end of an impersonation to the user.
    name: 'delete-ended-sessions',
    cron: '* * * * *',
    run: ({ database, clock }) => deleteEndedSessions(database, clock()),
  },
  {
    name: 'delete-expired-counters',
    cron: '*/15 * * * *',
    run: ({ database, clock }) => deleteExpiredCounters(database, clock()),
  },
  {
    name: 'delete-expired-rows',
    cron: '45 * * * *',
    async run(context) {
      const { database, clock, env } = context
      await deleteExpiredRows(database, clock())
      await forgetTakers(database, { ...timeOf(context), contractDays: contractDaysOf(env.SCHOOL) })
    },
  },
  {
    name: 'apply-due-transfers',
    cron: '* * * * *',
    run: (context) => forEach(context, dueTransfers, applyTransfer),
  },
  {
    name: 'offer-free-places',
    cron: '* * * * *',
    async run(context) {
      await forEach(context, expiredHolds, endHold)
      await forEach(context, groupsToOffer, offerPlaces)
      await endWaitingLists(context)
    },
  },
  {
    name: 'send-payment-reminders',
    cron: '* * * * *',
    run: outsideQuietHours(async (context) => {
      // Before: what is charged automatically needs no reminder.
      await withProvider(announceCharges)(context).catch(logFailure(context, 'announceCharges'))
      await sendPaymentReminders(context.database, timeOf(context), context.paymentProvider !== null)
      await sendSigningReminders(context.database, timeOf(context))
    }),
  },
  {
    name: 'charge-cards',
    cron: '* * * * *',
    async run(context) {
      await outsideQuietHours(withProvider(startCharges))(context)
      await outsideQuietHours(withProvider(chargeCards))(context)
      await withProvider(finishCharges)(context)
    },
  },
  {
    name: 'watch-checkouts',
    cron: '* * * * *',
    async run(context) {
      await withProvider(watchCheckouts)(context)
      await withProvider(watchReceipts)(context)
    },
  },
  {
    // Also queued with each refund.
    name: 'send-refunds',
    cron: '* * * * *',
    poll: 2,
    run: withProvider(sendRefunds),
  },
  {
    name: 'reconcile-payments',
    cron: '20 * * * *',
    run: withProvider(reconcilePayments),
  },
  {
    name: 'expire-unpaid-contracts',
    cron: '*/5 * * * *',
    run: outsideQuietHours((context) => forEach(context, findUnpaidContracts, expireUnpaidContract)),
  },
  {
    name: 'carry-out-terminations',
    cron: '* * * * *',
    async run(context) {
      const carryOut = createCarryOut({ returnsOnline: context.paymentProvider !== null })
      await forEach(context, findDueTerminations, carryOut)
      await forEach(context, findFinishedTerminations, finishTermination)
      await forEach(context, findAccountsToAsk, askForAccount)
    },
  },
  {
    name: 'unfreeze-contracts',
    cron: '*/5 * * * *',
    run: outsideQuietHours(async (context) => {
      await forEach(context, findEndedFreezes, endFreeze)
      await forEach(context, findFreezesEndedByOthers, endFreezeByOthers)
      await forEach(context, findMarkedContracts, openAfterFreeze)
    }),
  },
  {
    name: 'expire-enrolments',
    cron: '*/5 * * * *',
    run: outsideQuietHours(async (context) => {
      await forEach(context, findUnpurchasedEnrolments, expireEnrolment)
      await remindUnpurchasedEnrolments(context.database, timeOf(context))
    }),
  },
  {
    // At midnight: from this day on the student answers for himself.
    name: 'apply-coming-of-age',
    cron: '0 * * * *',
    async run(context) {
      const kept = keptOfAge(context)
      await forEach(context, findStudentsOfAge, (transaction, childId, currentTime) =>
        limitGuardians(transaction, childId, { ...currentTime, kept }),
      )
      await forEach(context, findStudentsNotOfAge, returnRights)
    },
  },
  {
    name: 'announce-coming-of-age',
    cron: '0 10 * * *',
    run: outsideQuietHours((context) =>
      announceComingOfAge(context.database, { ...timeOf(context), kept: keptOfAge(context) }),
    ),
  },
  {
    name: 'move-late-rows',
    cron: '* * * * *',
    run: (context) => forEach(context, findRecentJoins, moveLateRows),
  },
  {
    name: 'erase-people',
    cron: '*/10 * * * *',
    async run(context) {
      const years = retentionOf(context.env.SCHOOL, 'documents')
      // Long texts are searched for names.
      const searching = { ...context, database: context.untimed }
      await forEach(searching, findDueErasures, async (transaction, request, currentTime) => {
        const isErased = await erasePerson(transaction, request, { ...currentTime, years })
        context.log.info({ request, isErased }, 'the deletion of personal data was due')
      })
    },
  },
  {
    name: 'send-digests',
    cron: '*/5 * * * *',
    run: (context) =>
      forEach(context, findDueDigests, (transaction, userId, currentTime) =>
        sendDigest(transaction, userId, { ...currentTime, texts: context.env.CONSENTS }),
      ),
  },
  {
    // Also queued with each publication, so that it does not wait for the next minute.
    name: 'notify-school-news',
    cron: '* * * * *',
    poll: 2,
    run: (context) => notifyOfSchoolNews(context.database, { ...context, texts: context.env.CONSENTS }),
  },
  {
    name: 'send-event-reminders',
    cron: '0 10-20 * * *',
    run: (context) => remindOfEvents(context.database, timeOf(context)),
  },
  {
    name: 'issue-tax-certificates',
    cron: '* * * * *',
    async run(context) {
      for (const certificate of await unfinishedCertificates(context.database))
        await issueCertificate(context, certificate).catch(logFailure(context, certificate.id))
    },
  },
  {
    name: 'send-invitations',
    cron: '* * * * *',
    run: ({ database, clock, env }) =>
      sendQueuedInvitations(database, { now: clock(), perMinute: env.INVITATIONS_PER_MINUTE, env }),
  },
  {
    name: 'end-data-exports',
    cron: '*/10 * * * *',
    run: endOldDataExports,
  },
  {
    name: 'apply-retention',
    cron: '15 4 * * *',
    run: (context) => applyRetention(context.untimed, context.env.SCHOOL, timeOf(context)),
  },
  {
    name: 'prepare-school-years',
    cron: '30 3 * * *',
    run: ({ untimed, clock, log }) => prepareSchoolYears(untimed, clock(), log),
  },
]

const endWaitingLists = outsideQuietHours((context) => forEach(context, groupsToStopWaiting, endWaitingList))

function keptOfAge({ env }: JobContext) {
  return rightsKept(env.SCHOOL.guardians?.ofAge ?? 'payer')
}

function withProvider(run: (context: PaymentContext) => Promise<void>): Job['run'] {
  return async ({ paymentProvider: provider, env, ...context }) => {
    if (!provider) return
    const { PUBLIC_URL: publicUrl, SECRETS_KEY: secretsKey } = env
    await run({ ...context, provider, publicUrl, secretsKey, branchesOfOthers: branchesOfOthers(env) })
  }
}

/** Handles each item in a transaction of its own. An item that fails is logged and left for the next run. */
async function forEach<Item extends string | { id: string }>(
  context: JobContext,
  find: (database: Database, currentTime: CurrentTime) => Promise<Item[]>,
  handle: (transaction: Database, item: Item, currentTime: CurrentTime) => Promise<void>,
): Promise<void> {
  const currentTime = timeOf(context)
  for (const item of await find(context.database, currentTime))
    await context.database
      .transaction((transaction) => handle(transaction, item, currentTime))
      .catch(logFailure(context, typeof item === 'string' ? item : item.id))
}

function logFailure({ log }: JobContext, item: string) {
  return (error: unknown) => log.error({ err: error, item }, 'an item of a job failed')
}

function timeOf({ clock, timeZone }: JobContext): CurrentTime {
  return { now: clock(), timeZone }
}

/** Checked in each run and not only in the cron line: a delayed run must not send messages at night. */
function outsideQuietHours(run: (context: JobContext) => Promise<unknown>): Job['run'] {
  return async (context) => {
    const hour = toZonedTime(context.clock(), context.timeZone).hour()
    if (hour >= chargeHours.from && hour < chargeHours.until) await run(context)
  }
}
