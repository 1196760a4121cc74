import { and, asc, between, eq, inArray, isNotNull, lt, not, or, sql } from 'drizzle-orm'
import type { Locale } from '#contract/enumerations.ts'
import { addDays, type CurrentTime, dayInZone, zonedInstant } from '#server/calendar-days.ts'
import type { Database } from '#server/db/client.ts'
import { balances, contracts, payments } from '#server/db/schema/contracts.ts'
import { users } from '#server/db/schema/people.ts'
import { formatAmount, formatDay } from '#server/notifications/formats.ts'
import { notifyUsers, recipientColumns, wasQueued } from '#server/notifications/queue-message.ts'
import { reminderLeadDays } from './rules.ts'

/** Many payments fall on the same day: limited per run, so that one-time codes do not wait behind the reminders. */
const batchSize = 100

/** Reminds customers of payments due in the next days, once per payment; returns the number of messages. */
export async function sendPaymentReminders(database: Database, currentTime: CurrentTime): Promise<number> {
  const { now, timeZone } = currentTime
  const due = await duePayments(database, dayInZone(now, timeZone))
  const reminders = due.map(({ id, recipient, number, left, dueOn }) => ({
    recipient,
    kind: 'payment-due' as const,
    values: (language: Locale) => ({ number, amount: formatAmount(left, language), until: formatDay(dueOn, language) }),
    expiresAt: zonedInstant(addDays(dueOn, 1), '00:00', timeZone),
    once: id,
  }))
  return notifyUsers(database, now, reminders)
}

/** Payments expected from the customer (as `isPayable` defines) without a reminder. */
function duePayments(database: Database, today: string) {
  return database
    .select({
      id: payments.id,
      number: contracts.number,
      dueOn: payments.dueOn,
      left: sql<number>`(${payments.amount} - ${balances.paid})::float8`,
      recipient: recipientColumns,
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
        not(wasQueued('payment-due', payments.id)),
      ),
    )
    .orderBy(asc(payments.dueOn), payments.id)
    .limit(batchSize)
}
