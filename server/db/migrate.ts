import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type { Pool, PoolClient } from 'pg'
import { isLockTimeout } from '#server/db/connection-errors.ts'
import { migrateQueues } from '#server/queues/queues.ts'
import { StartupError } from '#server/terminal/startup-error.ts'

/** Arbitrary, but unique among the advisory locks of this database. */
export const migrationLock = 2035_0001

export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

/** A statement that waits longer for a table gives up, because all calls of that table wait behind it. */
const lockTimeoutMs = 1000
const attempts = 30

/**
 * Applies pending migrations while other servers work. Servers that start at the same time wait for each other.
 * A table that stays locked for a minute fails the start.
 */
export async function migrateSchema(pool: Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await takeMigrationLock(client)
    await refuseNewerDatabase(client)
    await applyMigrations(client)
    await migrateQueues(client)
    await client.query('select pg_advisory_unlock($1)', [migrationLock])
  } catch (error) {
    if (error instanceof StartupError) throw error
    const { message, cause } = error instanceof Error ? error : new Error(String(error))
    const reason = cause instanceof Error ? cause.message : message
    const text = {
      ru: `Базу данных не удалось обновить (${reason}). Данные целы: при следующем запуске обновление продолжится.`,
      en: `The database could not be brought up to date (${reason}). No data is lost: the next start goes on with it.`,
    }
    throw new StartupError(text, { cause: error })
  } finally {
    // Closed instead of returned to the pool, so that a failed migration releases its lock.
    client.release(true)
  }
}

/** Asks again and again: a session that waits for a lock is a transaction, and CREATE INDEX CONCURRENTLY waits for its end. */
async function takeMigrationLock(client: PoolClient): Promise<void> {
  const isTaken = async () =>
    (await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [migrationLock])).rows[0]?.taken
  while (!(await isTaken())) await pause(100)
}

async function applyMigrations(client: PoolClient): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query(`set lock_timeout = ${lockTimeoutMs}`)
      await migrate(drizzle(client), { migrationsFolder })
      await client.query('set lock_timeout = 0')
      return
    } catch (error) {
      if (attempt === attempts || !isLockTimeout(error)) throw error
      await pause(lockTimeoutMs)
    }
  }
}

/** A release that does not know the last migrations of the database would read and write tables that it does not know. */
async function refuseNewerDatabase(client: PoolClient): Promise<void> {
  const { newest, known } = await newestMigrations(client)
  if (newest <= known) return
  const [ofDatabase, ofRelease] = [newest, known].map((at) => new Date(at).toISOString().slice(0, 10))
  throw new StartupError({
    ru: `База данных от более нового выпуска: её последняя миграция от ${ofDatabase}, у этого выпуска — от ${ofRelease}. Запустите новый выпуск или восстановите копию, сделанную до обновления (docs/operations.md).`,
    en: `The database belongs to a newer release: its last migration is of ${ofDatabase}, that of this release of ${ofRelease}. Start the newer release, or restore a backup of before the upgrade (docs/operations.md).`,
  })
}

/** For commands beside a server: it alone migrates its embedded database, and works with the tables that it knows. */
export async function requireCurrentSchema(pool: Pool): Promise<void> {
  const { newest, known } = await newestMigrations(pool)
  if (newest === known) return
  throw new StartupError({
    ru: 'Работающий сервер другой версии или ещё запускается. Перезапустите его или повторите команду позже.',
    en: 'The running server is of another version, or is still starting. Restart it, or repeat the command later.',
  })
}

/** Times of the last migration of the database (0 if it has none) and of this release. */
async function newestMigrations(client: Pick<PoolClient, 'query'>): Promise<{ newest: number; known: number }> {
  const known = Math.max(...readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis))
  const { rows: tables } = await client.query<{ name: string | null }>(
    `select to_regclass('drizzle.__drizzle_migrations')::text as name`,
  )
  if (!tables[0]?.name) return { newest: 0, known }
  const { rows } = await client.query<{ newest: string | null }>(
    'select max(created_at)::text as newest from drizzle.__drizzle_migrations',
  )
  return { newest: Number(rows[0]?.newest ?? 0), known }
}
