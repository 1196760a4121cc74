import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { groupQueue } from '#server/db/schema/moves.ts'

/** `study_groups`, or an alias of it. */
type Group = Record<'id' | 'placesTotal' | 'placesTaken', AnyPgColumn>

/** None while somebody waits: the next one is theirs (D-40), also if the school has added it just now. */
export function freePlacesOf(group: Group): SQL<number> {
  const isInLine = and(eq(groupQueue.groupId, group.id), eq(groupQueue.state, 'waiting'))
  const isWaitedFor = sql`exists (select 1 from ${groupQueue} where ${isInLine})`
  return sql`case when ${isWaitedFor} then 0 else ${group.placesTotal} - ${group.placesTaken} end`
}
