import { and, eq, exists, lt, not, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Locale } from '#contract/enumerations.ts'
import type { Database } from '#server/db/client.ts'
import { baskets, contracts } from '#server/db/schema/contracts.ts'
import { users } from '#server/db/schema/people.ts'
import { enrolments, opportunities } from '#server/db/schema/programs.ts'
import { lockGroups, offerPlaceToNext } from '#server/enrolment/groups/places.ts'
import { formatDay } from '#server/notifications/formats.ts'
import { notifyUsers, recipientColumns, type UserNotification } from '#server/notifications/notify-users.ts'
import { wasNotified } from '#server/notifications/store-notifications.ts'
import { addDays, type CurrentTime, dayInZone, zonedInstant } from '#server/time/calendar-days.ts'
import { contractGraceDays, enrolmentExpiryDay } from './rules.ts'

const students = alias(users, 'students')

/** Enrolments in paid opportunities without a contract after the grace period, with their groups. */
export async function findUnpurchasedEnrolments(
  database: Database,
  currentTime: CurrentTime,
): Promise<{ id: string; groupId: string }[]> {
  return database
    .select({ id: enrolments.id, groupId: enrolments.groupId })
    .from(enrolments)
    .where(isUnpurchased(database, currentTime))
    .orderBy(enrolments.id)
}

/**
 * Expires one enrolment: passes its place on and notifies the user who enrolled the student. The condition is checked
 * again under the lock of the group, which a purchase holds too.
 */
export async function expireEnrolment(
  transaction: Database,
  { id, groupId }: { id: string; groupId: string },
  currentTime: CurrentTime,
): Promise<void> {
  await lockGroups(transaction, [groupId])
  const [given] = await transaction
    .delete(enrolments)
    .where(and(eq(enrolments.id, id), isUnpurchased(transaction, currentTime)))
    .returning()
  if (!given) return
  await offerPlaceToNext(transaction, groupId, currentTime)
  await notifyEnroller(transaction, given, currentTime)
}

/** Days between a reminder and the day when an enrolment without a contract is given up. */
const reminderLeadDays = 2

/** Reminds the users whose enrolments will be given up, once per enrolment. */
export async function remindUnpurchasedEnrolments(database: Database, currentTime: CurrentTime): Promise<number> {
  const { now, timeZone } = currentTime
  const found = await database
    .select({
      id: enrolments.id,
      createdAt: enrolments.createdAt,
      studentId: enrolments.studentId,
      recipient: recipientColumns,
      opportunity: opportunities.title,
      student: students.firstName,
    })
    .from(enrolments)
    .innerJoin(opportunities, eq(opportunities.id, enrolments.opportunityId))
    .innerJoin(students, eq(students.id, enrolments.studentId))
    .innerJoin(users, eq(users.id, enrolments.enrolledById))
    .where(
      and(
        isUnpurchased(database, currentTime, contractGraceDays - reminderLeadDays),
        not(wasNotified('enrolment-expiring', { userId: users.id, once: enrolments.id })),
      ),
    )
  const notices = found.map(({ id, createdAt, studentId, recipient, ...names }): UserNotification => {
    const lastDay = enrolmentExpiryDay(dayInZone(createdAt, timeZone))
    const values = (language: Locale) => ({ ...names, until: formatDay(lastDay, language) })
    const expiresAt = zonedInstant(addDays(lastDay, 1), '00:00', timeZone)
    return { recipient, studentId, kind: 'enrolment-expiring', values, once: id, expiresAt }
  })
  return notifyUsers(database, now, notices)
}

/** Condition on `enrolments`: it has waited these days for a contract. */
export function isUnpurchased(
  database: Database,
  { now, timeZone }: CurrentTime,
  days: number = contractGraceDays,
): SQL | undefined {
  const since = zonedInstant(addDays(dayInZone(now, timeZone), -days), '00:00', timeZone)
  const basket = database.select().from(baskets).where(eq(baskets.opportunityId, enrolments.opportunityId))
  const contract = database.select().from(contracts).where(eq(contracts.enrolmentId, enrolments.id))
  return and(lt(enrolments.createdAt, since), exists(basket), not(exists(contract)))
}

async function notifyEnroller(
  transaction: Database,
  { opportunityId, studentId, enrolledById }: typeof enrolments.$inferSelect,
  { now }: CurrentTime,
): Promise<void> {
  const student = sql<string>`(select ${users.firstName} from ${users} where ${eq(users.id, studentId)})`
  const [enrolment] = await transaction
    .select({
      recipient: recipientColumns,
      values: { opportunity: opportunities.title, student: student.as('student') },
    })
    .from(users)
    .innerJoin(opportunities, eq(opportunities.id, opportunityId))
    .where(eq(users.id, enrolledById))
  if (enrolment) await notifyUsers(transaction, now, [{ kind: 'enrolment-given-up', studentId, ...enrolment }])
}
