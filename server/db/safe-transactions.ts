import { drizzle } from 'drizzle-orm/node-postgres'
import type { Pool } from 'pg'
import type { Database } from './client.ts'

/**
 * Drizzle's own way keeps a connection for good where even `begin` fails, so that a few outages would use up the pool;
 * and where a lost connection cannot be rolled back it tells of that instead of what the transaction failed of.
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
      const { error: told } = cause ?? { error }
      // Rolled back in order, or nobody knows what state it is in.
      isWell = cause !== null && told === error
      throw told
    } finally {
      client.release(!isWell)
    }
  }
  return database
}
