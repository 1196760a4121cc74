import { and, asc, between, eq, ne, not, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Locale } from '#contract/enumerations.ts'
import type { Database } from '#server/db/client.ts'
import { balances, contracts } from '#server/db/schema/contracts.ts'
import { users } from '#server/db/schema/people.ts'
import { programs } from '#server/db/schema/programs.ts'
import { formatDay } from '#server/notifications/formats.ts'
import { notifyUsers, recipientColumns, type UserNotification } from '#server/notifications/notify-users.ts'
import { wasNotified } from '#server/notifications/store-notifications.ts'
import { addDays, type CurrentTime, dayInZone, zonedInstant } from '#server/time/calendar-days.ts'
import { lastDayToSign, reminderLeadDays, signingDays } from './rules.ts'
import { hasSigned, signingPage } from './signatures.ts'

const students = alias(users, 'students')

const batchSize = 100

/** Reminds customers once of contracts that they can sign for a few days more; returns the number of messages. */
export async function sendSigningReminders(database: Database, { now, timeZone }: CurrentTime): Promise<number> {
  const today = dayInZone(now, timeZone)
  const madeOn = sql<string>`(${contracts.createdAt} at time zone ${timeZone})::date`
  const isPaid = and(eq(balances.contractId, contracts.id), ne(balances.paid, 0))
  const unsigned = await database
    .select({
      id: contracts.id,
      madeOn: sql<string>`to_char(${madeOn}, 'YYYY-MM-DD')`,
      recipient: recipientColumns,
      names: { number: contracts.number, course: programs.title, student: students.firstName },
    })
    .from(contracts)
    .innerJoin(programs, eq(programs.id, contracts.programId))
    .innerJoin(users, eq(users.id, contracts.customerId))
    .innerJoin(students, eq(students.id, contracts.studentId))
    .where(
      and(
        eq(contracts.status, 'Open'),
        eq(contracts.needsSignatures, true),
        not(hasSigned(database, 'customer')),
        between(madeOn, addDays(today, -signingDays), addDays(today, reminderLeadDays - signingDays)),
        sql`not exists (select 1 from ${balances} where ${isPaid})`,
        not(wasNotified('contract-to-sign', { userId: users.id, once: contracts.id })),
      ),
    )
    .orderBy(asc(contracts.createdAt), asc(contracts.id))
    .limit(batchSize)
  return notifyUsers(
    database,
    now,
    unsigned.map(({ id, madeOn: day, recipient, names }): UserNotification => {
      const until = lastDayToSign(day)
      return {
        recipient,
        kind: 'contract-to-sign',
        once: id,
        path: signingPage(id),
        values: (language: Locale) => ({ ...names, until: formatDay(until, language) }),
        expiresAt: zonedInstant(addDays(until, 1), '00:00', timeZone),
      }
    }),
  )
}
