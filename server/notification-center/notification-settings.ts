import { eq, inArray } from 'drizzle-orm'
import type { BodyOf } from '#contract/call.ts'
import {
  type NotificationCategory,
  type NotificationChannel,
  notificationCategories,
  studentNotificationCategories,
} from '#contract/enumerations.ts'
import type { changeNotificationSettings, NotificationSettings } from '#contract/notifications.ts'
import { byName } from '#server/access/user-columns.ts'
import { visibleStudents } from '#server/access/visible-students.ts'
import type { Database } from '#server/db/client.ts'
import { type ChosenChannels, notificationSettings } from '#server/db/schema/notifications.ts'
import { users } from '#server/db/schema/people.ts'
import { throwInvalidValue, throwProblem } from '#server/http/http-error.ts'
import { isWanted } from '#server/notifications/delivery-rules.ts'
import { findDeliverySettings } from '#server/notifications/delivery-settings.ts'

/** The settings that are in effect: chosen ones and defaults. */
export async function findSettings(database: Database, userId: string): Promise<NotificationSettings> {
  const settings = (await findDeliverySettings(database, [userId])).get(userId)
  if (!settings) throw new Error('The user of the session does not exist')
  const { frequency, digestHour, quietFrom, quietUntil, timeZone, pausedUntil, pushDetails, roles } = settings
  const children = await findChildren(database, userId)
  const chosen = children.map((child) => ({ ...child, channels: rowsOf(settings.childChannels[child.id]) }))
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
    frequency,
    digestHour,
    timeZone,
    pausedUntil,
    pushDetails,
    quietHours: quietFrom === null || quietUntil === null ? null : { from: quietFrom, until: quietUntil },
    // What was chosen for one of several children can be seen and changed when it is the only one.
    children: chosen.length > 1 || chosen.some(({ channels }) => channels.length > 0) ? chosen : [],
  }
}

function findChildren(database: Database, userId: string): Promise<{ id: string; firstName: string }[]> {
  return database
    .select({ id: users.id, firstName: users.firstName })
    .from(users)
    .where(inArray(users.id, visibleStudents({ roleGroup: 'parent', userId }, 'isNotified')))
    .orderBy(...byName)
}

function rowsOf(chosen: ChosenChannels = {}): NotificationSettings['children'][number]['channels'] {
  return studentNotificationCategories.flatMap((category) => {
    const own = chosen[category]
    return own ? [{ category, app: false, email: false, sms: false, push: false, ...own }] : []
  })
}

/** Changes the given parts. The row of the user is locked: changes of two devices are merged. */
export async function changeSettings(
  database: Database,
  userId: string,
  { channels = [], children = [], quietHours, ...changes }: BodyOf<typeof changeNotificationSettings>,
): Promise<NotificationSettings> {
  if (changes.timeZone && !isTimeZone(changes.timeZone)) throwInvalidValue('timeZone', 'unknown', 'No such time zone')
  return database.transaction(async (transaction) => {
    await transaction.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
    const [stored] = await transaction
      .select({ channels: notificationSettings.channels, childChannels: notificationSettings.childChannels })
      .from(notificationSettings)
      .where(eq(notificationSettings.userId, userId))
    const chosen: ChosenChannels = { ...stored?.channels }
    for (const { category, ...own } of channels) if (category !== 'security') chosen[category] = own
    const quiet =
      quietHours === undefined ? {} : { quietFrom: quietHours?.from ?? null, quietUntil: quietHours?.until ?? null }
    const childChannels = { ...stored?.childChannels, ...(await chosenForChildren(transaction, userId, children)) }
    const set = { ...changes, ...quiet, channels: chosen, childChannels }
    await transaction
      .insert(notificationSettings)
      .values({ userId, ...set })
      .onConflictDoUpdate({ target: notificationSettings.userId, set })
    return findSettings(transaction, userId)
  })
}

type ChildRows = { id: string; channels: NotificationSettings['children'][number]['channels'] }

async function chosenForChildren(
  transaction: Database,
  userId: string,
  children: readonly ChildRows[],
): Promise<Record<string, ChosenChannels>> {
  if (children.length === 0) return {}
  const known = new Set((await findChildren(transaction, userId)).map(({ id }) => id))
  if (children.some(({ id }) => !known.has(id))) throwProblem('not-found', 'No such child of this user')
  return Object.fromEntries(
    children.map(({ id, channels }) => [
      id,
      Object.fromEntries(channels.map(({ category, ...own }) => [category, own])) satisfies ChosenChannels,
    ]),
  )
}

/** Stops emails of some categories, about all children. */
export async function stopEmails(
  database: Database,
  userId: string,
  categories: readonly NotificationCategory[],
): Promise<void> {
  const { channels, children } = await findSettings(database, userId)
  const changed = channels.filter(({ category }) => categories.includes(category))
  const ofChildren = children.map(({ id, channels: rows }) => ({
    id,
    channels: rows.map((row) => (categories.includes(row.category) ? { ...row, email: false } : row)),
  }))
  await changeSettings(database, userId, {
    channels: changed.map((own) => ({ ...own, email: false })),
    children: ofChildren,
  })
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
