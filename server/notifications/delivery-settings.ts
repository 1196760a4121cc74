import { eq, getTableColumns, sql } from 'drizzle-orm'
import { selectRoles } from '#server/access/user-columns.ts'
import type { Database } from '#server/db/client.ts'
import { listOf } from '#server/db/list-of.ts'
import { notificationSettings } from '#server/db/schema/notifications.ts'
import { users } from '#server/db/schema/people.ts'
import { type DeliverySettings, defaultSettings } from './delivery-rules.ts'
import { selectPushSubscriptions } from './push-subscriptions.ts'
import { isRejected } from './rejected-addresses.ts'

export type PersonSettings = DeliverySettings & {
  roles: readonly string[]
  isEmailRejected: boolean
  /** Ids of the subscriptions of the person's browsers. */
  pushSubscriptions: readonly string[]
}

/** The settings of people, with the defaults of those who have chosen nothing. */
export async function findDeliverySettings(
  database: Database,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, PersonSettings>> {
  const { userId: _, ...columns } = getTableColumns(notificationSettings)
  const rows = await database
    .select({
      id: users.id,
      roles: selectRoles(users.id),
      isEmailRejected: isRejected(users.email),
      chosen: columns,
      pushSubscriptions: selectPushSubscriptions(users.id),
    })
    .from(users)
    .leftJoin(notificationSettings, eq(notificationSettings.userId, users.id))
    .where(sql`${users.id} in ${listOf([...new Set(userIds)], 'uuid')}`)
    .prepare('delivery_settings')
    .execute()
  return new Map(rows.map(({ id, chosen, ...known }) => [id, { ...(chosen ?? defaultSettings), ...known }]))
}
