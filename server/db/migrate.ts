import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type { Pool } from 'pg'
import { StartFailure } from '#server/start-failure.ts'

/** Any number will do, as long as no other use of the database takes the same. */
export const migrationLock = 2035_0001

export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

/** Brings the schema up to date; servers that start together wait for one another. */
export async function migrateSchema(pool: Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await migrate(drizzle(client), { migrationsFolder })
    await client.query('select pg_advisory_unlock($1)', [migrationLock])
  } catch (error) {
    const { message, cause } = error instanceof Error ? error : new Error(String(error))
    const reason = cause instanceof Error ? cause.message : message
    throw new StartFailure(`The database could not be brought up to date and is as it was (${reason}).`, {
      cause: error,
    })
  } finally {
    // Not returned to the pool: a failed migration must not leave its lock with a connection that lives on.
    client.release(true)
  }
}
