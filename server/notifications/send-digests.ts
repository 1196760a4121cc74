import { and, eq, sql } from 'drizzle-orm'
import type { Locale } from '#contract/enumerations.ts'
import type { ConsentQuestion } from '#server/access/consents.ts'
import { isNotificationSent, isSentWithConsent } from '#server/access/notification-rights.ts'
import type { Database } from '#server/db/client.ts'
import { notifications } from '#server/db/schema/notifications.ts'
import { users } from '#server/db/schema/people.ts'
import { type CurrentTime, dayInZone } from '#server/time/calendar-days.ts'
import { isPaused, lastDigestTime } from './delivery-rules.ts'
import { findDeliverySettings } from './delivery-settings.ts'
import { queueMessage } from './queue-message.ts'
import { renderNotification } from './render-message.ts'
import { currentValues } from './store-notifications.ts'
import type { SummaryItem } from './templates/summary.ts'

/** Notifications in a digest; the others are in the application. */
const maxItems = 30

/** People for whom notifications wait since before their digest was due. */
export async function findDueDigests(database: Database, { now, timeZone }: CurrentTime): Promise<string[]> {
  const waiting = await database
    .select({ userId: notifications.userId, since: sql<string>`min(${notifications.at})` })
    .from(notifications)
    .where(eq(notifications.awaitsDigest, true))
    .groupBy(notifications.userId)
    .orderBy(notifications.userId)
  if (waiting.length === 0) return []
  const settings = await findDeliverySettings(
    database,
    waiting.map(({ userId }) => userId),
  )
  return waiting.flatMap(({ userId, since }) => {
    const own = settings.get(userId)
    return own && new Date(since) < lastDigestTime(own, now, timeZone) ? [userId] : []
  })
}

type Row = { kind: string; count: number; values: Record<string, string>[] }

/** `texts`: those that ask for consents now. */
type DigestTime = CurrentTime & { texts: readonly ConsentQuestion[] }

/**
 * Sends a person's digest without what was read meanwhile, is over, is about a student of whom the person may not be
 * notified any more, or advertises without the consent to it. A locked account gets none.
 */
export async function sendDigest(
  transaction: Database,
  userId: string,
  { texts, ...currentTime }: DigestTime,
): Promise<void> {
  const { now, timeZone } = currentTime
  const [person] = await transaction
    .select({ email: users.email, language: users.language, lockedAt: users.lockedAt })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update')
  const language: Locale = person?.language ?? 'ru'
  const isWaiting = and(eq(notifications.userId, userId), eq(notifications.awaitsDigest, true))
  // One statement: a notification that is written meanwhile waits for the next digest.
  const { rows } = await transaction.execute<Row>(sql`
    with taken as (update ${notifications} set awaits_digest = false where ${isWaiting} returning *)
    select kind, count(*)::int as count, (array_agg(${currentValues(language)} order by key))[1:5] as values
    from taken as ${notifications} where read_at is null and (expires_at is null or expires_at > ${now.toISOString()}::timestamptz) and ${isNotificationSent(userId, currentTime)}
      and ${isSentWithConsent(userId, { today: dayInZone(now, timeZone), texts })}
    group by group_key, kind order by max(at), group_key limit ${maxItems}
  `)
  const items = rows.flatMap(({ kind, count, values }): SummaryItem[] => {
    const item = renderNotification(kind, language, { values, count })
    return item ? [item] : []
  })
  const own = (await findDeliverySettings(transaction, [userId])).get(userId)
  if (!person?.email || person.lockedAt || !own || own.isEmailRejected) return
  if (items.length === 0 || isPaused(own, now, timeZone)) return
  await queueMessage(transaction, {
    to: { email: person.email },
    kind: 'digest',
    language,
    values: { items: JSON.stringify(items) },
    now,
    userId,
    path: '/',
    isDeferrable: true,
  })
}
