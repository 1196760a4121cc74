import type { FastifyBaseLogger } from 'fastify'
import { wallClockAt } from '#server/days.ts'
import type { Database } from '#server/db/client.ts'
import { everyMinute } from '#server/every-minute.ts'
import { remindOfPayments } from './reminders.ts'
import { endUnpaid, unpaidContracts } from './unpaid-contracts.ts'

type Options = { database: Database; clock: () => Date; timeZone: string; log: FastifyBaseLogger }

/** Hours of the school's day in which people are told of money. */
const [from, until] = [9, 21]

/**
 * What becomes of payments and contracts while nobody calls: reminders, and the end of what was not paid in time. Nobody is
 * woken by it. Any number of servers may do so at once, and twice is as once.
 */
export function createFallingDue({ database, clock, timeZone, log }: Options) {
  async function settle(): Promise<void> {
    const moment = { now: clock(), timeZone }
    const hour = wallClockAt(moment.now, timeZone).hour()
    if (hour < from || hour >= until) return
    await remindOfPayments(database, moment)
    for (const id of await unpaidContracts(database, moment)) {
      // One that fails is tried again next time and keeps nobody else waiting.
      await database
        .transaction((transaction) => endUnpaid(transaction, id, moment))
        .catch((error: unknown) => log.error({ err: error, about: id }, 'a contract that is not paid is not ended'))
    }
  }

  return { settle }
}

/** Settles what falls due, as long as the server lives. */
export function startFallingDue(options: Options): { stop(): Promise<void> } {
  const { settle } = createFallingDue(options)
  return everyMinute(settle, (error) => options.log.warn({ err: error }, 'payments wait: the database does not answer'))
}
