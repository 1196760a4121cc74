import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type { Pool } from 'pg'
import { StartupError } from '#server/startup-error.ts'
import { migrateQueues } from './queues.ts'

/** Arbitrary, but unique among the advisory locks of this database. */
export const migrationLock = 2035_0001

export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

/** Applies pending migrations; servers that start at the same time wait for each other. */
export async function migrateSchema(pool: Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await migrate(drizzle(client), { migrationsFolder })
    await migrateQueues(client)
    await client.query('select pg_advisory_unlock($1)', [migrationLock])
  } catch (error) {
    const { message, cause } = error instanceof Error ? error : new Error(String(error))
    const reason = cause instanceof Error ? cause.message : message
    throw new StartupError(`The database could not be brought up to date and is as it was (${reason}).`, {
      cause: error,
    })
  } finally {
    // Closed instead of returned to the pool, so that a failed migration releases its lock.
    client.release(true)
  }
}
