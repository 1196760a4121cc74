import { and, asc, between, eq, inArray, isNotNull, lt, not, or, sql } from 'drizzle-orm'
import { addDays, type CurrentTime, dayInZone, zonedInstant } from '#server/calendar-days.ts'
import type { Database } from '#server/db/client.ts'
import { balances, contracts, payments } from '#server/db/schema/contracts.ts'
import { users } from '#server/db/schema/people.ts'
import { spelledDay, spelledSum } from '#server/notifications/formats.ts'
import { noticePlaceOf, queueMessages, wasTold } from '#server/notifications/queue-message.ts'
import { reminderLeadDays } from './rules.ts'

/** Many payments fall on the same day: limited per run, so that one-time codes do not wait behind the reminders. */
const batchSize = 100

/** Reminds customers of payments due in the next days, once per payment; returns the number of messages. */
export async function sendPaymentReminders(database: Database, currentTime: CurrentTime): Promise<number> {
  const { now, timeZone } = currentTime
  const due = await duePayments(database, dayInZone(now, timeZone))
  const messages = due.flatMap(({ id, number, left, dueOn, ...customer }) => {
    const to = noticePlaceOf(customer)
    if (!to) return []
    const language = customer.language ?? 'ru'
    const values = { number, amount: spelledSum(left, language), until: spelledDay(dueOn, language) }
    const expiresAt = zonedInstant(addDays(dueOn, 1), '00:00', timeZone)
    return { to, kind: 'payment-due' as const, language, values, now, expiresAt, once: id }
  })
  await queueMessages(database, messages)
  return messages.length
}

/** Payments expected from the customer (as `isPayable` defines) without a reminder. */
function duePayments(database: Database, today: string) {
  return database
    .select({
      id: payments.id,
      number: contracts.number,
      dueOn: payments.dueOn,
      left: sql<number>`(${payments.amount} - ${balances.paid})::float8`,
      email: users.email,
      phone: users.phone,
      language: users.language,
    })
    .from(payments)
    .innerJoin(balances, eq(balances.paymentId, payments.id))
    .innerJoin(contracts, eq(contracts.id, payments.contractId))
    .innerJoin(users, eq(users.id, contracts.customerId))
    .where(
      and(
        inArray(payments.status, ['Open', 'Error']),
        between(payments.dueOn, today, addDays(today, reminderLeadDays)),
        lt(balances.paid, payments.amount),
        inArray(contracts.status, ['Open', 'Concluded']),
        or(isNotNull(users.email), isNotNull(users.phone)),
        not(wasTold('payment-due', payments.id)),
      ),
    )
    .orderBy(asc(payments.dueOn), payments.id)
    .limit(batchSize)
}
