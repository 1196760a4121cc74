import { and, eq, sql } from 'drizzle-orm'
import { type WorkQueue, workQueues } from '#contract/enumerations.ts'
import type { Database } from '#server/db/client.ts'
import { workTakers } from '#server/db/schema/data-requests.ts'
import { releaseRequest, takeRequest } from '#server/erasure/data-requests.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { type QueueTime, selectQueue } from './work-queues.ts'

type Item = { queue: WorkQueue; id: string }

/** An administrator deals with an item of a queue, also instead of another one. */
export async function takeItem(
  transaction: Database,
  { queue, id, userId }: Item & { userId: string },
  time: QueueTime,
): Promise<void> {
  if (queue === 'data-requests') return takeRequest(transaction, { id, userId, now: time.now })
  const { rows } = await transaction.execute(
    sql`select from (${selectQueue(transaction, queue, time)}) as item where id = ${id}`,
  )
  if (rows.length === 0) throwProblem('not-found', 'Nothing of this queue')
  const taken = { userId, takenAt: time.now }
  await transaction
    .insert(workTakers)
    .values({ queue, itemId: id, ...taken })
    .onConflictDoUpdate({ target: [workTakers.queue, workTakers.itemId], set: taken })
}

/** The administrator does not deal with it any more; nothing changes if another one has taken it. */
export async function releaseItem(
  transaction: Database,
  { queue, id, userId }: Item & { userId: string },
): Promise<void> {
  if (queue === 'data-requests') return releaseRequest(transaction, { id, userId })
  await transaction
    .delete(workTakers)
    .where(and(eq(workTakers.queue, queue), eq(workTakers.itemId, id), eq(workTakers.userId, userId)))
}

/** Forgets who has dealt with what is not in its queue any more. */
export async function forgetTakers(database: Database, time: QueueTime): Promise<void> {
  for (const queue of workQueues)
    await database
      .delete(workTakers)
      .where(
        and(
          eq(workTakers.queue, queue),
          sql`not exists (select from (${selectQueue(database, queue, time)}) as item where item.id = ${workTakers.itemId})`,
        ),
      )
}
