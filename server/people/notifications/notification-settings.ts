import { eq } from 'drizzle-orm'
import type { BodyOf } from '#contract/call.ts'
import { type NotificationCategory, type NotificationChannel, notificationCategories } from '#contract/enumerations.ts'
import type { changeNotificationSettings, NotificationSettings } from '#contract/notifications.ts'
import type { Database } from '#server/db/client.ts'
import { type ChosenChannels, notificationSettings } from '#server/db/schema/notifications.ts'
import { users } from '#server/db/schema/people.ts'
import { throwInvalidValue } from '#server/http-error.ts'
import { isWanted } from '#server/notifications/delivery-rules.ts'
import { findDeliverySettings } from '#server/notifications/delivery-settings.ts'

/** The settings that are in effect: chosen ones and defaults. */
export async function findSettings(database: Database, userId: string): Promise<NotificationSettings> {
  const settings = (await findDeliverySettings(database, [userId])).get(userId)
  if (!settings) throw new Error('The user of the session does not exist')
  const { frequency, digestHour, quietFrom, quietUntil, timeZone, pausedUntil, pushDetails, roles } = settings
  const wants = (category: NotificationCategory, channel: NotificationChannel) =>
    isWanted(settings, { roles, category, channel })
  return {
    channels: notificationCategories.map((category) => ({
      category,
      app: wants(category, 'app'),
      email: wants(category, 'email'),
      sms: wants(category, 'sms'),
      push: wants(category, 'push'),
    })),
    ...{ frequency, digestHour, timeZone, pausedUntil, pushDetails },
    quietHours: quietFrom === null || quietUntil === null ? null : { from: quietFrom, until: quietUntil },
  }
}

/** Changes the given parts. The row of the user is locked: changes of two devices are merged. */
export async function changeSettings(
  database: Database,
  userId: string,
  { channels = [], quietHours, ...changes }: BodyOf<typeof changeNotificationSettings>,
): Promise<NotificationSettings> {
  if (changes.timeZone && !isTimeZone(changes.timeZone)) throwInvalidValue('timeZone', 'unknown', 'No such time zone')
  return database.transaction(async (transaction) => {
    await transaction.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
    const [stored] = await transaction
      .select({ channels: notificationSettings.channels })
      .from(notificationSettings)
      .where(eq(notificationSettings.userId, userId))
    const chosen: ChosenChannels = { ...stored?.channels }
    for (const { category, ...own } of channels) if (category !== 'security') chosen[category] = own
    const quiet =
      quietHours === undefined ? {} : { quietFrom: quietHours?.from ?? null, quietUntil: quietHours?.until ?? null }
    const set = { ...changes, ...quiet, channels: chosen }
    await transaction
      .insert(notificationSettings)
      .values({ userId, ...set })
      .onConflictDoUpdate({ target: notificationSettings.userId, set })
    return findSettings(transaction, userId)
  })
}

/** Stops emails of some categories. */
export async function stopEmails(
  database: Database,
  userId: string,
  categories: readonly NotificationCategory[],
): Promise<void> {
  const { channels } = await findSettings(database, userId)
  const changed = channels.filter(({ category }) => categories.includes(category))
  await changeSettings(database, userId, { channels: changed.map((own) => ({ ...own, email: false })) })
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
