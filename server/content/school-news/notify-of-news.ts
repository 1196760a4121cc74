import { and, asc, eq, gt, isNull, lte } from 'drizzle-orm'
import type { ConsentQuestion } from '#server/access/consents.ts'
import { isNotifiedOfNews } from '#server/access/news-audience.ts'
import { announceChanges } from '#server/changes/announce-changes.ts'
import type { Database } from '#server/db/client.ts'
import { schoolNews } from '#server/db/schema/content.ts'
import { users } from '#server/db/schema/people.ts'
import { notifyUsers, recipientColumns, type UserNotification } from '#server/notifications/notify-users.ts'
import { dayInZone } from '#server/time/calendar-days.ts'

/** People per transaction: a transaction of the embedded database holds up all others. */
const batchSize = 500

type Time = { clock: () => Date; timeZone: string; texts: readonly ConsentQuestion[] }

/**
 * Notifies people of the news whose time has come, in batches. Each batch is a transaction that also stores how far it
 * came, so that a run after a crash goes on where the last one ended and notifies no one twice.
 */
export async function notifyOfSchoolNews(database: Database, { clock, timeZone, texts }: Time): Promise<void> {
  for (;;) {
    const now = clock()
    const today = dayInZone(now, timeZone)
    const isLast = await database.transaction((transaction) => notifyBatch(transaction, { now, today, texts }))
    if (isLast) return
  }
}

/** Returns true if there is nothing left to send. */
async function notifyBatch(
  transaction: Database,
  { now, ...time }: { now: Date; today: string; texts: readonly ConsentQuestion[] },
): Promise<boolean> {
  const [item] = await transaction
    .select()
    .from(schoolNews)
    .where(and(lte(schoolNews.publishAt, now), isNull(schoolNews.withdrawnAt), isNull(schoolNews.notifiedAt)))
    .orderBy(asc(schoolNews.publishAt), asc(schoolNews.id))
    .limit(1)
    .for('update')
  if (!item) return true
  const recipients = await transaction
    .select(recipientColumns)
    .from(users)
    .where(
      and(isNotifiedOfNews(item, time), item.notifiedUntil === null ? undefined : gt(users.id, item.notifiedUntil)),
    )
    .orderBy(asc(users.id))
    .limit(batchSize)
  const { id, title, preview: text, publishAt } = item
  await notifyUsers(
    transaction,
    now,
    recipients.map(
      (recipient): UserNotification => ({
        kind: 'news-published',
        recipient,
        newsId: id,
        path: `/news?item=${id}`,
        once: id,
        values: { title, text },
        ...(item.isImportant && { urgentBefore: publishAt }),
      }),
    ),
  )
  const userIds = recipients.map((recipient) => recipient.id)
  await announceChanges(transaction, { userIds, calls: ['GET /v1/school-news/list'] })
  const isDone = recipients.length < batchSize
  await transaction
    .update(schoolNews)
    .set({
      notifiedUntil: userIds.at(-1) ?? item.notifiedUntil,
      notifiedCount: item.notifiedCount + recipients.length,
      notifiedAt: isDone ? now : null,
    })
    .where(eq(schoolNews.id, id))
  if (isDone && item.authorId !== null)
    await announceChanges(transaction, { userIds: [item.authorId], calls: ['GET /v1/admin/news/list'] })
  return false
}
