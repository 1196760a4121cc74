import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { type NotificationCategory, notificationCategories } from '#contract/enumerations.ts'
import type { GuardianRight } from '#contract/people/guardian-rights.ts'
import type { Database } from '#server/db/client.ts'
import { schoolNews } from '#server/db/schema/content.ts'
import { notifications } from '#server/db/schema/notifications.ts'
import { guardianships, users } from '#server/db/schema/people.ts'
import { type CurrentTime, dayInZone } from '#server/time/calendar-days.ts'
import { givesRight } from './guardian-rights.ts'
import { consentsToMarketing, isNewsFor, isNotifiedOfNews, type NewsTime } from './news-audience.ts'

/** What a guardian must see of the child to read a notification about the child; null: of no child's data. */
const rightOfCategory: Record<NotificationCategory, GuardianRight | null> = {
  lessons: 'seesLearning',
  marks: 'seesLearning',
  homework: 'seesLearning',
  payments: 'seesContracts',
  documents: 'seesContracts',
  enrolment: 'enrols',
  tickets: null,
  events: null,
  news: null,
  security: null,
}

/** Condition on `guardianships`: the pair has the right of the category. */
function givesRightOf(category: SQL): SQL {
  const cases = notificationCategories.map((name) => {
    const right = rightOfCategory[name]
    return sql`when ${name}::text then ${givesRight(right ?? 'relation')}`
  })
  return sql`case ${category} ${sql.join(cases, sql` `)} else false end`
}

/**
 * Condition on `notifications` of a user: about no student, about the user, or about a child whose data the user may see; of
 * news, if the item is still for the user.
 */
export function isNotificationVisible(userId: string, time: CurrentTime): SQL {
  return isOpenTo(userId, 'relation', time)
}

/** The same of notifications that are sent: the user is still notified of the child. */
export function isNotificationSent(userId: string, time: CurrentTime): SQL {
  return isOpenTo(userId, 'isNotified', time)
}

/** `besides`: what a guardian needs besides the right of the category. */
function isOpenTo(userId: string, besides: 'relation' | 'isNotified', { now, timeZone }: CurrentTime): SQL {
  const isStillForUser = isNewsFor(userId, { now, today: dayInZone(now, timeZone) })
  return sql`(
    ${notifications.newsId} is null
    or exists (select from ${schoolNews} where ${schoolNews.id} = ${notifications.newsId} and ${isStillForUser})
  ) and (
    ${notifications.studentId} is null or ${notifications.studentId} = ${userId} or exists (
      select from ${guardianships} where ${guardianships.guardianId} = ${userId}
        and ${guardianships.childId} = ${notifications.studentId} and ${givesRight(besides)}
        and ${givesRightOf(sql`${notifications.category}`)}
    )
  )`
}

/** Condition on `notifications` of a user: no advertising, or the consent to advertising is in force. */
export function isSentWithConsent(userId: string, time: NewsTime): SQL {
  const isAdvertising = sql`${schoolNews.id} = ${notifications.newsId} and ${schoolNews.isAdvertising}`
  const hasConsent = sql`exists (select from ${users} where ${users.id} = ${userId} and ${consentsToMarketing(time)})`
  return sql`(not exists (select from ${schoolNews} where ${isAdvertising}) or ${hasConsent})`
}

/** Whether a user is not notified of a news item any more, or the item is withdrawn. */
export async function isNewsRefused(
  database: Database,
  { userId, newsId }: { userId: string; newsId: string },
  time: NewsTime,
): Promise<boolean> {
  const isPresent = and(eq(schoolNews.id, newsId), isNull(schoolNews.withdrawnAt))
  const [item] = await database.select().from(schoolNews).where(isPresent)
  if (!item) return true
  const isOne = and(eq(users.id, userId), isNotifiedOfNews(item, time))
  return (await database.$count(users, isOne)) === 0
}

type Notice = { recipient: { id: string }; studentId?: string | null | undefined; category: NotificationCategory }

/** The positions of notices about children of which their guardians may not be notified. */
export async function findRefusedNotices(database: Database, notices: readonly Notice[]): Promise<Set<number>> {
  const asked = notices.flatMap(({ recipient, studentId, category }, position) =>
    studentId && studentId !== recipient.id ? [{ position, guardian: recipient.id, child: studentId, category }] : [],
  )
  if (asked.length === 0) return new Set()
  const { rows } = await database.execute<{ position: number }>(sql`
    select position
    from json_to_recordset(${JSON.stringify(asked)}::json) as asked (position int, guardian uuid, child uuid, category text)
    where not exists (
      select from ${guardianships} where ${guardianships.guardianId} = guardian and ${guardianships.childId} = child
        and ${guardianships.isNotified} and ${givesRightOf(sql`asked.category`)}
    )`)
  return new Set(rows.map(({ position }) => position))
}
