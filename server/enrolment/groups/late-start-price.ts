import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { lessons } from '#server/db/schema/schedule.ts'
import { type CurrentTime, startOfTomorrow } from '#server/time/calendar-days.ts'

/** What a student pays who joins a group that has begun: the lessons that are left, or the whole price. */
type LateStartPrice = 'remaining-lessons' | 'whole'

/** The current time, and what it means for prices by the school file. */
export type PricingTime = CurrentTime & { priceOfLateStart: LateStartPrice }

type GroupTable = Record<'id' | 'price' | 'endsOn', AnyPgColumn>

/**
 * What a group costs a student who is enrolled today, in kopecks. It is the only rule of prices: the catalog shows it,
 * the basket keeps it and the contract charges it. The price of all lessons stays as long as none is over, none is left,
 * or the schedule does not reach the last month of the group: lessons that are not planned yet would count as over.
 */
export function selectPriceOfBuyer(group: GroupTable, { priceOfLateStart, ...currentTime }: PricingTime): SQL<number> {
  if (priceOfLateStart === 'whole') return sql`${group.price}`.mapWith(Number)
  const isLeft = sql`${lessons.startsAt} >= ${startOfTomorrow(currentTime).toISOString()}::timestamptz`
  const left = sql`count(*) filter (where ${isLeft})`
  const isPlanned = sql`max(${lessons.startsAt}) >= ${group.endsOn} - interval '31 days'`
  return sql`(select case when ${left} > 0 and ${left} < count(*) and ${isPlanned} then ${partOfPrice(group.price, left, sql`count(*)`)} else ${group.price} end from ${lessons} where ${lessons.groupId} = ${group.id} and ${lessons.state} <> 'cancelled')`.mapWith(
    Number,
  )
}

/** A part of a price, rounded down to whole roubles: never more than the price, and no fraction is charged. */
export function partOfPrice(price: AnyPgColumn | SQL, left: SQL, total: SQL): SQL<number> {
  return sql`(floor(${price}::numeric * ${left} / ${total} / 100) * 100)::bigint`.mapWith(Number)
}
