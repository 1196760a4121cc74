import { and, eq, exists, lt, not, type SQL, sql } from 'drizzle-orm'
import { addDays, dayAt, instantAt } from '#server/days.ts'
import type { Database } from '#server/db/client.ts'
import { baskets, contracts } from '#server/db/schema/contracts.ts'
import { users } from '#server/db/schema/people.ts'
import { enrolments, opportunities } from '#server/db/schema/programs.ts'
import { noticePlaceOf, queueMessage } from '#server/delivery/queue.ts'
import { lockGroups, passPlaceOn } from '#server/modules/moves/places.ts'
import type { Moment } from '#server/modules/moves/rules.ts'
import { contractGrace } from './rules.ts'

/** Enrolments in what costs something whose contract nobody has made in time, with their groups. */
export async function unboughtEnrolments(
  database: Database,
  moment: Moment,
): Promise<{ id: string; groupId: string }[]> {
  return database
    .select({ id: enrolments.id, groupId: enrolments.groupId })
    .from(enrolments)
    .where(isUnbought(database, moment))
    .orderBy(enrolments.id)
}

/**
 * Gives one of them up: its place goes to whoever waits, and whoever enrolled the student is told. Judged once more under
 * the lock of the group, which whoever buys holds too.
 */
export async function giveUpUnbought(
  transaction: Database,
  { id, groupId }: { id: string; groupId: string },
  moment: Moment,
): Promise<void> {
  await lockGroups(transaction, [groupId])
  const [given] = await transaction
    .delete(enrolments)
    .where(and(eq(enrolments.id, id), isUnbought(transaction, moment)))
    .returning()
  if (!given) return
  await passPlaceOn(transaction, groupId, moment)
  await tell(transaction, given, moment)
}

function isUnbought(database: Database, { now, timeZone }: Moment): SQL | undefined {
  const since = instantAt(addDays(dayAt(now, timeZone), -contractGrace), '00:00', timeZone)
  const basket = database.select().from(baskets).where(eq(baskets.opportunityId, enrolments.opportunityId))
  const contract = database.select().from(contracts).where(eq(contracts.enrolmentId, enrolments.id))
  return and(lt(enrolments.createdAt, since), exists(basket), not(exists(contract)))
}

async function tell(
  transaction: Database,
  { opportunityId, studentId, enrolledById }: typeof enrolments.$inferSelect,
  { now }: Moment,
): Promise<void> {
  const student = sql<string>`(select ${users.firstName} from ${users} where ${eq(users.id, studentId)})`
  const [about] = await transaction
    .select({
      opportunity: opportunities.title,
      student: student.as('student'),
      email: users.email,
      phone: users.phone,
      language: users.language,
    })
    .from(users)
    .innerJoin(opportunities, eq(opportunities.id, opportunityId))
    .where(eq(users.id, enrolledById))
  const to = about && noticePlaceOf(about)
  if (!to) return
  const { opportunity, student: name, language } = about
  const values = { opportunity, student: name }
  await queueMessage(transaction, { to, kind: 'enrolment-given-up', language: language ?? 'ru', values, now })
}
