import { sql } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { throwProblem } from '#server/http/http-error.ts'

const dayMs = 86_400_000
/** How far back `updatedSince` may lie: more than a school year, so that only a program that was given up is further behind. */
const readableDays = 400
const rowsPerStatement = 5_000
/** In one run of the job. The next one goes on. */
const statementsPerTable = 40

/** Refuses to answer from changes that may be deleted: a program that is so far behind reads the whole collection. */
export function requireKeptChanges(updatedSince: Date, now: Date): void {
  if (now.getTime() - updatedSince.getTime() <= readableDays * dayMs) return
  const errors = [{ path: 'updatedSince', message: 'too-early' }]
  const detail = `Changes are kept for ${readableDays} days: read the whole collection, without updatedSince`
  throwProblem('invalid-values', detail, { errors })
}

/** Deletes when records were written or deleted if it was earlier. */
export async function deleteChangesBefore(database: Database, before: Date): Promise<void> {
  const oldest = sql`${before.toISOString()}::timestamptz`
  const { rows } = await database.execute<{ target: string }>(sql`
    with recursive targets as (
      select min(target) as target from record_changes
      union all
      select (select min(target) from record_changes where target > targets.target) from targets where target is not null
    )
    select target from targets where target is not null`)
  for (const { target } of rows) {
    for (let statement = 0; statement < statementsPerTable; statement += 1) {
      // What is being written at this moment is not old, and must not be waited for.
      const { rowCount } = await database.execute(sql`
        with old as materialized (
          select key from record_changes where target = ${target} and changed_at < ${oldest}
          order by changed_at limit ${rowsPerStatement} for update skip locked
        )
        delete from record_changes using old where target = ${target} and record_changes.key = old.key`)
      if ((rowCount ?? 0) < rowsPerStatement) break
    }
  }
}
