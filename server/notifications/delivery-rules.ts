import type { NotificationCategory, NotificationChannel } from '#contract/enumerations.ts'
import { rolesOfGroup } from '#contract/roles.ts'
import type { notificationSettings } from '#server/db/schema/notifications.ts'
import { addDays, type Day, isoWeekday, toZonedTime, zonedInstant } from '#server/time/calendar-days.ts'

export type DeliverySettings = Omit<typeof notificationSettings.$inferSelect, 'userId'>

export const defaultSettings: DeliverySettings = {
  channels: {},
  childChannels: {},
  frequency: 'daily',
  digestHour: 18,
  quietFrom: 22,
  quietUntil: 8,
  timeZone: null,
  pausedUntil: null,
  pushDetails: false,
}

/** Weekly digests are sent on Mondays. */
const digestWeekday = 1

type Asked = {
  roles: readonly string[]
  category: NotificationCategory
  channel: NotificationChannel
  /** The student it is about, for whom the person may have chosen other channels. */
  studentId?: string | null | undefined
}

/** Whether the person wants the notifications of a category there. Those about security cannot be switched off. */
export function isWanted(
  { channels, childChannels }: Pick<DeliverySettings, 'channels' | 'childChannels'>,
  { roles, category, channel, studentId }: Asked,
): boolean {
  if (category === 'security') return channel !== 'sms'
  const ofChild = studentId ? childChannels[studentId]?.[category] : undefined
  return ofChild?.[channel] ?? channels[category]?.[channel] ?? isWantedByDefault(roles, category, channel)
}

/**
 * Everything in the application; by email what a family acts on. Students see their marks in the application. By push all
 * but events: it reaches only browsers that were added for it.
 */
function isWantedByDefault(
  roles: readonly string[],
  category: NotificationCategory,
  channel: NotificationChannel,
): boolean {
  if (channel === 'push') return category !== 'events'
  if (channel !== 'email') return channel === 'app'
  const isParent = rolesOfGroup.parent.some((role) => roles.includes(role))
  const isStudent = !isParent && rolesOfGroup.student.some((role) => roles.includes(role))
  return category !== 'events' && !(category === 'marks' && isStudent)
}

/** Whether messages are paused on the present day. */
export function isPaused({ pausedUntil, timeZone }: DeliverySettings, now: Date, schoolZone: string): boolean {
  return pausedUntil !== null && toZonedTime(now, timeZone ?? schoolZone).format('YYYY-MM-DD') < pausedUntil
}

/** The end of the quiet hours; null outside of them. */
export function endOfQuietHours(settings: DeliverySettings, now: Date, schoolZone: string): Date | null {
  const { quietFrom, quietUntil } = settings
  if (quietFrom === null || quietUntil === null || quietFrom === quietUntil) return null
  const zone = settings.timeZone ?? schoolZone
  const local = toZonedTime(now, zone)
  const hour = local.hour()
  const today: Day = local.format('YYYY-MM-DD')
  const isOverMidnight = quietFrom > quietUntil
  const isQuiet = isOverMidnight ? hour >= quietFrom || hour < quietUntil : hour >= quietFrom && hour < quietUntil
  if (!isQuiet) return null
  const day = isOverMidnight && hour >= quietFrom ? addDays(today, 1) : today
  return zonedInstant(day, hourText(quietUntil), zone)
}

/** When the last digest was due: what waits since before it is sent. */
export function lastDigestTime(settings: DeliverySettings, now: Date, schoolZone: string): Date {
  if (settings.frequency === 'at-once') return now
  const zone = settings.timeZone ?? schoolZone
  const today: Day = toZonedTime(now, zone).format('YYYY-MM-DD')
  const at = (day: Day) => zonedInstant(day, hourText(settings.digestHour), zone)
  const step = settings.frequency === 'daily' ? 1 : 7
  const day = settings.frequency === 'daily' ? today : addDays(today, digestWeekday - isoWeekday(today))
  return at(day) <= now ? at(day) : at(addDays(day, -step))
}

function hourText(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`
}
