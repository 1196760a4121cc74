import { eq, sql } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { listOf } from '#server/db/list-of.ts'
import { dataRequests } from '#server/db/schema/data-requests.ts'
import { users } from '#server/db/schema/people.ts'

/** Ids of people whose data were deleted, the first one first. They are no names. */
export async function listErased(database: Database): Promise<string[]> {
  const { rows } = await database.execute<{ id: string }>(sql`
    select subject_id as id from data_requests where kind = 'deletion' and state = 'done' order by ended_at, subject_id`)
  return rows.map(({ id }) => id)
}

/**
 * Makes the job delete these people again, whom a restored backup has brought back. Who is not in the backup, or erased in
 * it already, is left out. Returns the number of people.
 */
export async function eraseAgain(database: Database, ids: readonly string[], now: Date): Promise<number> {
  return database.transaction(async (transaction) => {
    const back = await transaction
      .select({ id: users.id })
      .from(users)
      .where(
        sql`${users.id} in ${listOf(ids, 'uuid')} and not exists (
          select from data_requests where subject_id = ${users.id} and kind = 'deletion' and state = 'done')`,
      )
    for (const { id } of back) {
      const withdrawn = { state: 'withdrawn', eraseAfter: null, endedAt: now } as const
      const isOpen = sql`${eq(dataRequests.subjectId, id)} and kind = 'deletion' and ended_at is null`
      await transaction.update(dataRequests).set(withdrawn).where(isOpen)
      const day = now.toISOString().slice(0, 10)
      const accepted = { kind: 'deletion', state: 'accepted', requestedAt: now, dueOn: day, eraseAfter: now } as const
      await transaction.insert(dataRequests).values({ ...accepted, subjectId: id, requestedById: id })
    }
    return back.length
  })
}
