import { and, asc, gte, inArray, isNotNull, isNull, lt } from 'drizzle-orm'
import { rolesOfGroup } from '#contract/roles.ts'
import type { Database } from '#server/db/client.ts'
import { events } from '#server/db/schema/content.ts'
import { userRoles, users } from '#server/db/schema/people.ts'
import { formatInstant } from '#server/notifications/formats.ts'
import { notifyUsers, recipientColumns, type UserNotification } from '#server/notifications/notify-users.ts'
import { addDays, type CurrentTime, dayInZone, zonedInstant } from '#server/time/calendar-days.ts'

/** People per transaction. */
const batchSize = 500

/** Reminds students and parents of the events of the next day, once per event. */
export async function remindOfEvents(database: Database, { now, timeZone }: CurrentTime): Promise<void> {
  const tomorrow = addDays(dayInZone(now, timeZone), 1)
  const dayStart = zonedInstant(tomorrow, '00:00', timeZone)
  const dayEnd = zonedInstant(addDays(tomorrow, 1), '00:00', timeZone)
  const coming = await database
    .select()
    .from(events)
    .where(and(gte(events.startsAt, dayStart), lt(events.startsAt, dayEnd)))
    .orderBy(asc(events.startsAt), asc(events.id))
  if (coming.length === 0) return
  const families = database
    .select({ id: userRoles.userId })
    .from(userRoles)
    .where(inArray(userRoles.role, [...rolesOfGroup.parent, ...rolesOfGroup.student]))
  const people = await database
    .select(recipientColumns)
    .from(users)
    .where(and(isNotNull(users.subject), isNull(users.lockedAt), inArray(users.id, families)))
    .orderBy(asc(users.id))
  for (let from = 0; from < people.length; from += batchSize) {
    const notices = people.slice(from, from + batchSize).flatMap((recipient) =>
      coming.map(({ id, title, startsAt, place }): UserNotification => {
        const about = { recipient, once: id }
        const values = { title, place: place ?? '' }
        return {
          ...about,
          kind: 'event-reminder',
          expiresAt: startsAt,
          values: (language) => ({ ...values, at: formatInstant(startsAt, language, timeZone) }),
        }
      }),
    )
    await notifyUsers(database, now, notices)
  }
}
