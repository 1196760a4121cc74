import { and, asc, between, eq, not, notInArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { institutionPaymentKinds } from '#contract/billing/action-table.ts'
import type { Locale } from '#contract/enumerations.ts'
import type { Database } from '#server/db/client.ts'
import { balances, contracts, payments } from '#server/db/schema/contracts.ts'
import { users } from '#server/db/schema/people.ts'
import { formatAmount, formatDay } from '#server/notifications/formats.ts'
import { notifyUsers, recipientColumns, type UserNotification } from '#server/notifications/notify-users.ts'
import { wasNotified } from '#server/notifications/store-notifications.ts'
import { addDays, type CurrentTime, dayInZone, zonedInstant } from '#server/time/calendar-days.ts'
import { isAnnounced, isChargedContract } from './card-charges.ts'
import { paymentPage } from './payment-page.ts'
import { isPayableInSql, toPayInSql } from './payment-sums.ts'
import { reminderLeadDays } from './rules.ts'

const students = alias(users, 'students')

/** Many payments fall on the same day: limited per run, so that one-time codes do not wait behind the reminders. */
const batchSize = 100

/** Days after the due date in which the customer is notified of a missed payment; older ones are in the list of contracts. */
const overdueDays = 7

/**
 * Reminds customers of payments due in the next days and of missed ones, once each; returns the number of messages.
 * `paysOnline`: whether the school takes payments online.
 */
export async function sendPaymentReminders(
  database: Database,
  currentTime: CurrentTime,
  paysOnline: boolean,
): Promise<number> {
  const { now, timeZone } = currentTime
  const today = dayInZone(now, timeZone)
  const period = { today, from: today, until: addDays(today, reminderLeadDays) }
  const due = await unpaidPayments(database, 'payment-due', period)
  const missed = { today, from: addDays(today, -overdueDays), until: addDays(today, -1) }
  const overdue = await unpaidPayments(database, 'payment-overdue', missed)
  const about = (payment: UnpaidPayment) => {
    return { recipient: payment.recipient, once: payment.id, path: paymentPage(payment, paysOnline) }
  }
  const sum = ({ number, student, left }: UnpaidPayment, language: Locale) => {
    return { number, student, amount: formatAmount(left, language) }
  }
  return notifyUsers(database, now, [
    ...due.map(
      (payment): UserNotification => ({
        ...about(payment),
        kind: 'payment-due',
        values: (language) => ({ ...sum(payment, language), until: formatDay(payment.dueOn, language) }),
        expiresAt: zonedInstant(addDays(payment.dueOn, 1), '00:00', timeZone),
      }),
    ),
    ...overdue.map(
      (payment): UserNotification => ({
        ...about(payment),
        kind: 'payment-overdue',
        values: (language) => ({ ...sum(payment, language), since: formatDay(payment.dueOn, language) }),
      }),
    ),
  ])
}

type UnpaidPayment = Awaited<ReturnType<typeof unpaidPayments>>[number]

/** Payments of a period expected from the customer who was not notified of them, nor of a charge. */
function unpaidPayments(
  database: Database,
  kind: 'payment-due' | 'payment-overdue',
  { from, until, today }: { from: string; until: string; today: string },
) {
  return database
    .select({
      id: payments.id,
      contractId: contracts.id,
      number: contracts.number,
      /** Empty for the student. */
      student: sql<string>`case when ${students.id} = ${users.id} then '' else ${students.firstName} end`,
      dueOn: payments.dueOn,
      left: sql<number>`${toPayInSql}::float8`,
      recipient: recipientColumns,
    })
    .from(payments)
    .innerJoin(balances, eq(balances.paymentId, payments.id))
    .innerJoin(contracts, eq(contracts.id, payments.contractId))
    .innerJoin(users, eq(users.id, contracts.customerId))
    .innerJoin(students, eq(students.id, contracts.studentId))
    .where(
      and(
        between(payments.dueOn, from, until),
        isPayableInSql,
        notInArray(payments.kind, [...institutionPaymentKinds]),
        isChargedContract,
        not(isAnnounced(today)),
        not(wasNotified(kind, { userId: users.id, once: payments.id })),
      ),
    )
    .orderBy(asc(payments.dueOn), payments.id)
    .limit(batchSize)
}
