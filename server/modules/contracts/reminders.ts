import { and, asc, between, eq, inArray, isNotNull, lt, not, or, sql } from 'drizzle-orm'
import { addDays, dayAt, instantAt } from '#server/days.ts'
import type { Database } from '#server/db/client.ts'
import { balances, contracts, payments } from '#server/db/schema/contracts.ts'
import { users } from '#server/db/schema/people.ts'
import { noticePlaceOf, queueMessages, wasTold } from '#server/delivery/queue.ts'
import { spelledDay, spelledSum } from '#server/delivery/spelling.ts'
import type { Moment } from '#server/modules/moves/rules.ts'
import { remindedBefore } from './rules.ts'

/** A month's payments fall on one day: the others have their turn a minute later, so that no code waits behind them all. */
const atOnce = 100

/** Tells customers, once a payment, what is to be paid in the days to come; how many were told. */
export async function remindOfPayments(database: Database, moment: Moment): Promise<number> {
  const { now, timeZone } = moment
  const due = await duePayments(database, dayAt(now, timeZone))
  const messages = due.flatMap(({ id, number, left, dueOn, ...customer }) => {
    const to = noticePlaceOf(customer)
    if (!to) return []
    const language = customer.language ?? 'ru'
    const values = { number, amount: spelledSum(left, language), until: spelledDay(dueOn, language) }
    const expiresAt = instantAt(addDays(dueOn, 1), '00:00', timeZone)
    return { to, kind: 'payment-due' as const, language, values, now, expiresAt, once: id }
  })
  await queueMessages(database, messages)
  return messages.length
}

/** Expected of the customer, as `isPayable` has it, and not told of yet. */
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
        between(payments.dueOn, today, addDays(today, remindedBefore)),
        lt(balances.paid, payments.amount),
        inArray(contracts.status, ['Open', 'Concluded']),
        or(isNotNull(users.email), isNotNull(users.phone)),
        not(wasTold('payment-due', payments.id)),
      ),
    )
    .orderBy(asc(payments.dueOn), payments.id)
    .limit(atOnce)
}
