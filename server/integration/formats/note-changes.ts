import { getTableName, sql } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { listOf } from '#server/db/list-of.ts'
import type { conversations, exams, lessons } from '#server/db/schema/schedule.ts'
import { type ImportContext, ownSource, type Row } from '#server/integration/format-types/format.ts'
import { zonedInstant } from '#server/time/calendar-days.ts'

type Stored = { id: string; state: string; startsAt: string; endsAt: string; place: string | null; wasMoved: boolean }

/**
 * A coming lesson, exam or talk that gets another time or place is marked as moved, as families are notified of it. Rows
 * that say their state themselves are left alone.
 */
export async function noteMoves(
  transaction: Database,
  table: typeof lessons | typeof exams | typeof conversations,
  rows: readonly Row[],
  { now }: ImportContext,
): Promise<[]> {
  const silent = rows.filter(({ key, values }) => key !== null && values.state === undefined)
  if (silent.length === 0) return []
  const { rows: found } = await transaction.execute<Stored>(sql`
    select id, state, starts_at::text as "startsAt", ends_at::text as "endsAt", place, previous_starts_at is not null as "wasMoved"
    from ${sql.identifier(getTableName(table))}
    where id in ${listOf(
      silent.map(({ key }) => key),
      'uuid',
    )}
      and state in ('planned', 'moved')
  `)
  const stored = new Map(found.map((one) => [one.id, one]))
  for (const { key, values } of silent) {
    const old = stored.get(key ?? '')
    if (!old || !isMoved(old, values) || !isAfter([old.startsAt, values.startsAt], now)) continue
    Object.assign(values, { state: 'moved', changedAt: now.toISOString() })
    // The first time and place stay those that families planned with.
    if (!old.wasMoved)
      Object.assign(values, { previousStartsAt: old.startsAt, previousEndsAt: old.endsAt, previousPlace: old.place })
  }
  return []
}

function isMoved({ startsAt, endsAt, place }: Stored, values: Row['values']): boolean {
  const isOther = (old: string, given: unknown) => given !== undefined && Date.parse(old) !== Date.parse(String(given))
  return (
    isOther(startsAt, values.startsAt) ||
    isOther(endsAt, values.endsAt) ||
    (values.place !== undefined && values.place !== place)
  )
}

function isAfter(instants: readonly unknown[], now: Date): boolean {
  return instants.some((instant) => instant !== undefined && Date.parse(String(instant)) > now.getTime())
}

/** Milliseconds in which an imported mark is news. */
const newsPeriod = 7 * 24 * 60 * 60_000

/**
 * Marks whose file does not say when they were given: a mark of the last week is given now, so that it is new to the
 * family, an older one at noon of its day; another value of a stored mark is given now, and the former one goes to its
 * history.
 */
export async function dateMarks(
  transaction: Database,
  rows: readonly Row[],
  { now, timeZone }: ImportContext,
): Promise<void> {
  const undated = rows.filter(({ cells }) => (cells['metadata.givenAt'] ?? null) === null)
  const { rows: found } = await transaction.execute<{ id: string; value: string; givenAt: string }>(sql`
    select id, value, given_at as "givenAt" from marks
    where id in ${listOf(
      undated.flatMap(({ key }) => key ?? []),
      'uuid',
    )}
  `)
  const stored = new Map(found.map((mark) => [mark.id, mark]))
  const former: { mark_id: string; at: string; value: string }[] = []
  for (const { key, values, cells } of undated) {
    const old = stored.get(key ?? '')
    if (!old) {
      const noon = zonedInstant(String(cells.scoreDate), '12:00', timeZone)
      values.givenAt = (now.getTime() - noon.getTime() < newsPeriod ? now : noon).toISOString()
    } else if (old.value === values.value) values.givenAt = old.givenAt
    else {
      former.push({ mark_id: old.id, at: old.givenAt, value: old.value })
      values.givenAt = now.toISOString()
    }
  }
  if (former.length > 0)
    await transaction.execute(sql`
      insert into mark_history (mark_id, at, value)
      select mark_id, at, value from json_populate_recordset(null::mark_history, ${JSON.stringify(former)}::json)
      on conflict do nothing
    `)
}

/**
 * Enrolments that a transfer of the account has ended keep that end: another source does not know the transfer. A file may
 * end them earlier; a later end, or none, is what a withdrawal of the transfer restores.
 */
export async function keepTransferred(
  transaction: Database,
  rows: readonly Row[],
  { source }: ImportContext,
): Promise<[]> {
  // An export of the account has its transfers too.
  if (source === ownSource) return []
  const given = rows.flatMap(({ key, values }) => {
    return key === null || values.leftOn === undefined ? [] : [{ id: key, left_on: values.leftOn }]
  })
  const { rows: kept } = await transaction.execute<{ id: string; leftOn: string }>(sql`
    update transfers set previous_left_on = given.left_on
    from json_to_recordset(${JSON.stringify(given)}::json) as given (id uuid, left_on date)
      join group_memberships as old on old.id = given.id
    where transfers.student_id = old.student_id and from_group_id = old.group_id and state in ('coming', 'done')
      and old.left_on = greatest(joined_on, effective_from) and (given.left_on is null or given.left_on > old.left_on)
    returning old.id, old.left_on::text as "leftOn"
  `)
  const ends = new Map(kept.map(({ id, leftOn }) => [id, leftOn]))
  for (const { key, values } of rows) values.leftOn = ends.get(key ?? '') ?? values.leftOn
  return []
}
