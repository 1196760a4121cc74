import { and, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import type { ImportContext } from '#server/integration/format-types/format.ts'
import { formatInstant } from '#server/notifications/formats.ts'
import { recipientColumns, type UserNotification } from '#server/notifications/notify-users.ts'
import { oneOfChange } from './one-of-change.ts'

type Held = {
  id: string
  startsAt: Date
  endsAt: Date
  title: string
  groupTitle: string | null
  teacher: string
  teacherId: string | null
}
/** A coming lesson, exam or talk that another teacher holds now. */
type Handover = { before: Held; item: Held }

/** Notifies the teacher who holds it now, and the one who does not hold it any more, with the name of the other one. */
export async function findHandoverNotices(
  transaction: Database,
  handovers: readonly Handover[],
  context: Pick<ImportContext, 'now' | 'timeZone'>,
): Promise<UserNotification[]> {
  const ids = handovers.flatMap(({ before, item }) => [before.teacherId, item.teacherId]).filter((id) => id !== null)
  if (ids.length === 0) return []
  const { id, subject, lockedAt, joinedInto } = users
  const found = await transaction
    .select(recipientColumns)
    .from(users)
    .where(and(inArray(id, ids), isNotNull(subject), isNull(lockedAt), isNull(joinedInto)))
  const recipients = new Map(found.map((recipient) => [recipient.id, recipient]))
  return handovers.flatMap(({ before, item }) => {
    const about = (kind: 'lesson-taken-over' | 'lesson-handed-over', to: Held, other: Held): UserNotification[] => {
      const recipient = to.teacherId === null ? undefined : recipients.get(to.teacherId)
      if (!recipient) return []
      const { startsAt, endsAt, title, groupTitle } = item
      return [
        {
          kind,
          recipient,
          path: '/',
          urgentBefore: startsAt,
          expiresAt: endsAt,
          values: (language) => ({
            title,
            group: groupTitle ?? '',
            other: other.teacher,
            at: formatInstant(startsAt, language, context.timeZone),
          }),
          ...oneOfChange(`${startsAt.toISOString()} ${item.id} ${recipient.id}`, context),
        },
      ]
    }
    return [...about('lesson-taken-over', item, before), ...about('lesson-handed-over', before, item)]
  })
}
