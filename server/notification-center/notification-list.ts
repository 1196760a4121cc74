import { and, eq, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Locale, NotificationCategory } from '#contract/enumerations.ts'
import type { AppNotification } from '#contract/notifications.ts'
import { isNotificationVisible } from '#server/access/notification-rights.ts'
import { isContractVisibleTo } from '#server/access/visible-students.ts'
import type { Database } from '#server/db/client.ts'
import { selectIsoInstant } from '#server/db/json-select.ts'
import { listOf } from '#server/db/list-of.ts'
import { contracts } from '#server/db/schema/contracts.ts'
import { notifications } from '#server/db/schema/notifications.ts'
import { users } from '#server/db/schema/people.ts'
import { renderNotification } from '#server/notifications/render-message.ts'
import { currentValues } from '#server/notifications/store-notifications.ts'
import { ofStudent } from '#server/notifications/templates/template.ts'
import type { CurrentTime } from '#server/time/calendar-days.ts'

export const pageSize = 30

/** Notifications of a group whose text is shown. */
const maxLines = 5

type Row = {
  id: string
  category: NotificationCategory
  kind: string
  at: string
  isRead: boolean
  values: Record<string, string>[]
  count: number
  path: string
  studentId: string | null
  total: number
}

/** One page of a person's notifications, unread ones first, then newest first, in a language. */
export async function findNotifications(
  database: Database,
  {
    userId,
    category,
    page,
    language,
    ...currentTime
  }: CurrentTime & { userId: string; category?: NotificationCategory | undefined; page: number; language: Locale },
): Promise<{ items: AppNotification[]; total: number }> {
  const isOfCategory = category && eq(notifications.category, category)
  const { rows } = await database.execute<Row>(sql`
    select min(id::text) as id, category, kind, ${selectIsoInstant(sql`max(at)`)} as at, bool_and(read_at is not null) as "isRead",
      (array_agg(${currentValues(language)} order by at desc, key))[1:${maxLines}] as values, count(*)::int as count,
      (array_agg(path order by at desc, key))[1] as path, (array_agg(student_id))[1] as "studentId",
      count(*) over ()::int as total
    from ${notifications} where ${and(isVisibleTo(userId, currentTime), isOfCategory)}
    group by group_key, category, kind order by bool_and(read_at is not null), max(at) desc, group_key
    limit ${pageSize} offset ${(page - 1) * pageSize}
  `)
  const students = await findStudentNames(database, userId, rows)
  const items = rows.flatMap(({ kind, values, studentId, total: _, ...row }) => {
    const text = renderNotification(kind, language, { values, count: row.count })
    if (!text) return []
    const student = students.get(studentId ?? contractOf(row.path) ?? '') ?? ''
    // Many titles begin with the name already.
    const title = text.title.startsWith(`${student}:`) ? text.title : ofStudent(student, text.title)
    return [{ ...row, ...text, title }]
  })
  return { items, total: rows[0]?.total ?? 0 }
}

/** The id of the contract that a path leads to. */
function contractOf(path: string): string | undefined {
  return /^\/contracts-and-payments\/([\da-f-]{36})/.exec(path)?.[1]
}

/** First names of the students other than the user, by the id of the student and of the contract. */
async function findStudentNames(
  database: Database,
  userId: string,
  rows: readonly Pick<Row, 'path' | 'studentId'>[],
): Promise<Map<string, string>> {
  const ids = rows.flatMap(({ path, studentId }) => studentId ?? contractOf(path) ?? [])
  if (ids.length === 0) return new Map()
  const { rows: names } = await database.execute<{ id: string; name: string }>(sql`
    select ${users.id} as id, first_name as name from ${users}
    where ${users.id} in ${listOf(ids, 'uuid')} and ${users.id} <> ${userId}
    union all
    select ${contracts.id}, first_name from ${contracts} join ${users} on ${users.id} = ${contracts.studentId}
    where ${contracts.id} in ${listOf(ids, 'uuid')} and ${users.id} <> ${userId} and ${isContractVisibleTo(userId)}
  `)
  return new Map(names.map(({ id, name }) => [id, name]))
}

/** Notifications of one change count as one. */
export async function countUnread(database: Database, userId: string, currentTime: CurrentTime): Promise<number> {
  const [found] = await database
    .select({ count: sql<number>`count(distinct ${notifications.groupKey})::int` })
    .from(notifications)
    .where(and(isVisibleTo(userId, currentTime), isNull(notifications.readAt)))
  return found?.count ?? 0
}

/** Marks one notification with all of its group as read. Returns false if the person has no such notification. */
export async function markRead(
  database: Database,
  { userId, id, now, timeZone }: CurrentTime & { userId: string; id: string },
): Promise<boolean> {
  const isOwn = eq(notifications.userId, userId)
  const [found] = await database
    .select({ groupKey: notifications.groupKey })
    .from(notifications)
    .where(and(isVisibleTo(userId, { now, timeZone }), eq(notifications.id, id)))
  if (!found) return false
  await database
    .update(notifications)
    .set({ readAt: now })
    .where(and(isOwn, eq(notifications.groupKey, found.groupKey), isNull(notifications.readAt)))
  return true
}

/** Marks what is shown until an instant as read. Later ones, and what is hidden, have not been seen. */
export async function markAllRead(
  database: Database,
  { userId, until, ...currentTime }: CurrentTime & { userId: string; until: Date },
): Promise<void> {
  await database
    .update(notifications)
    .set({ readAt: currentTime.now })
    .where(and(isVisibleTo(userId, currentTime), isNull(notifications.readAt), lte(notifications.at, until)))
}

/** The person's own, about students and news that the person may still see. */
function isVisibleTo(userId: string, currentTime: CurrentTime): SQL | undefined {
  const isOwn = and(eq(notifications.userId, userId), eq(notifications.isShown, true))
  return and(isOwn, isNotificationVisible(userId, currentTime))
}
