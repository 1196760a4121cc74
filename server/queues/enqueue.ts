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
  await transactions.run(fromDrizzle(execute, sql), () => producer.insert(name, jobs))
}
