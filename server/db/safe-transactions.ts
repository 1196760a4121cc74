import { drizzle } from 'drizzle-orm/node-postgres'
import type { Pool } from 'pg'
import type { Database } from './client.ts'

/**
 * Drizzle's own `transaction` leaks the connection if `begin` fails, which exhausts the pool after a few outages, and
 * reports a failed rollback instead of the original error.
 */
export function withSafeTransactions(pool: Pool): Database {
  const database: Database = drizzle(pool)
  database.transaction = async (work, config) => {
    const client = await pool.connect()
    let cause: { error: unknown } | null = null
    let isWell = true
    try {
      return await drizzle(client).transaction(async (transaction) => {
        try {
          return await work(transaction)
        } catch (error) {
          cause = { error }
          throw error
        }
      }, config)
    } catch (error) {
      const { error: reported } = cause ?? { error }
      // Without a clean rollback the state of the connection is unknown, so it is closed.
      isWell = cause !== null && reported === error
      throw reported
    } finally {
      client.release(!isWell)
    }
  }
  return database
}
