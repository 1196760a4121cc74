import type { FastifyBaseLogger } from 'fastify'
import { wallClockAt } from '#server/days.ts'
import type { Database } from '#server/db/client.ts'
import { everyMinute } from '#server/every-minute.ts'
import { giveUpUnbought, unboughtEnrolments } from '#server/modules/programme/unbought.ts'
import { remindOfPayments } from './reminders.ts'
import { endUnpaid, unpaidContracts } from './unpaid-contracts.ts'

type Options = { database: Database; clock: () => Date; timeZone: string; log: FastifyBaseLogger }

/** Hours of the school's day in which people are told of money. */
const [from, until] = [9, 21]

/**
 * What becomes of payments, contracts and enrolments while nobody calls: reminders, and the end of what was not paid, or
 * not bought, in time. Nobody is woken by it. Any number of servers may do so at once, and twice is as once.
 */
export function createFallingDue({ database, clock, timeZone, log }: Options) {
  async function settle(): Promise<void> {
    const moment = { now: clock(), timeZone }
    const hour = wallClockAt(moment.now, timeZone).hour()
    if (hour < from || hour >= until) return
    await remindOfPayments(database, moment)
    for (const id of await unpaidContracts(database, moment))
      await attempt(id, 'end an unpaid contract', (transaction) => endUnpaid(transaction, id, moment))
    for (const unbought of await unboughtEnrolments(database, moment))
      await attempt(unbought.id, 'give up an enrolment', (transaction) => giveUpUnbought(transaction, unbought, moment))
  }

  /** One that fails is tried again next time and keeps nobody else waiting. */
  async function attempt(id: string, deed: string, act: (transaction: Database) => Promise<void>): Promise<void> {
    await database
      .transaction(act)
      .catch((error: unknown) => log.error({ err: error, about: id }, `it failed to ${deed}`))
  }

  return { settle }
}

/** Settles what falls due, as long as the server lives. */
export function startFallingDue(options: Options): { stop(): Promise<void> } {
  const { settle } = createFallingDue(options)
  return everyMinute(settle, (error) => options.log.warn({ err: error }, 'payments wait: the database does not answer'))
}
