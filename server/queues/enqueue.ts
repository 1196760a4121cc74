import { AsyncLocalStorage } from 'node:async_hooks'
import { type SQL, sql } from 'drizzle-orm'
import { type Db, type DrizzleTransactionLike, fromDrizzle, type JobInsert } from 'pg-boss'
import { createPgBoss, type JobName } from './queues.ts'

/** A transaction of Drizzle; its type names the schema, which is above the queues. */
type Transaction = { execute(query: SQL): ReturnType<DrizzleTransactionLike['execute']> }

const transactions = new AsyncLocalStorage<Db>()

/** Adds the jobs of this process, in the transaction in which it is called. It remembers the queues, so it is made once. */
const producer = createPgBoss({
  executeSql(text, values) {
    const transaction = transactions.getStore()
    if (!transaction) throw new Error('a job is added in a transaction')
    return transaction.executeSql(text, values)
  },
})

/** Adds jobs in the transaction of a change: they run if it is committed. A job with the id of another is not added. */
export async function enqueue(transaction: Transaction, name: JobName, jobs: JobInsert[] = [{}]): Promise<void> {
  const execute = { execute: (query: unknown) => transaction.execute(query as SQL) }
  await writeJobs(transaction, () => transactions.run(fromDrizzle(execute, sql), () => producer.insert(name, jobs)))
}

const lockTimeout = '1s'
/** Milliseconds. */
const refusedAfterTimeout = 5_000
let refusedUntil = Number.NEGATIVE_INFINITY

/**
 * Writes to the table of jobs. If it is locked, the change fails after a second, and those of the next five seconds at
 * once: it holds a connection meanwhile, which calls without jobs need.
 */
export async function writeJobs<Result>(transaction: Transaction, write: () => Promise<Result>): Promise<Result> {
  if (performance.now() < refusedUntil) throw Object.assign(new Error('the table of jobs is locked'), { code: locked })
  await transaction.execute(sql.raw(`set local lock_timeout = '${lockTimeout}'`))
  const result = await write().catch((error: unknown) => {
    if (stateOf(error) === locked) refusedUntil = performance.now() + refusedAfterTimeout
    throw error
  })
  await transaction.execute(sql`set local lock_timeout to default`)
  return result
}

/** The state of PostgreSQL for a lock that was not free in time. */
const locked = '55P03'

function stateOf(error: unknown): unknown {
  if (!(error instanceof Error)) return null
  return 'code' in error ? error.code : stateOf(error.cause)
}
