import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import type { FastifyBaseLogger } from 'fastify'
import { Pool, type PoolConfig } from 'pg'
import type { Env } from '#server/env.ts'
import { StartFailure } from '#server/start-failure.ts'
import { reasonOf } from './away.ts'
import { lackOfRoom, placesIn, undoHalfReplacing } from './data-directory.ts'
import { offerDumps } from './dump-socket.ts'
import { type Embedded, type EmbeddedStore, startEmbedded } from './embedded.ts'
import { lockDirectory } from './lock.ts'
import { migrateSchema } from './migrate.ts'
import { withSafeTransactions } from './safe-transactions.ts'

/**
 * The database, or a transaction in it: functions that take it can be called with either. Inside a transaction
 * use only the transaction: the embedded database has one connection, and asking for a second one inside fails
 * after a while.
 */
export type Database = PgDatabase<NodePgQueryResultHKT, Record<string, never>>

/** For what must be part of somebody else's transaction: the database itself is not enough. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

export type OpenDatabase = {
  database: Database
  /** Rejects when the database does not answer, or takes no writes. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** Opens PostgreSQL by DATABASE_URL, else the embedded database in DATA_DIR, and brings the schema up to date. */
export async function openDatabase(env: Env, log: FastifyBaseLogger, more: Patience = {}): Promise<OpenDatabase> {
  if (env.DATABASE_URL) return openPostgres(env.DATABASE_URL, env.DATABASE_POOL, log, more)

  const lock = lockDirectory(env.DATA_DIR)
  try {
    undoHalfReplacing(env.DATA_DIR)
    const opened = await openEmbedded({ kind: 'directory', directory: placesIn(env.DATA_DIR).database }, log)
    const dumps = await offerDumps(env.DATA_DIR, opened.dump, log)
    return {
      ...opened,
      async close() {
        await dumps.close()
        await opened.close()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

const patience = { connectionTimeoutMillis: 5_000, statement_timeout: 30_000 }
/** A host that is gone without a word is found out by asking whether it is there. */
const alive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/**
 * For whoever answers others. PostgreSQL ends a statement that takes too long by itself; where it cannot any more, only we
 * can, a little later. Commands that take as long as they take do without.
 */
export const notForEver = { query_timeout: 33_000 } as const

type Patience = Pick<PoolConfig, 'query_timeout' | 'connectionTimeoutMillis'>

export async function openPostgres(
  url: string,
  connections: number,
  log: FastifyBaseLogger,
  more: Patience = {},
): Promise<OpenDatabase> {
  const settings = { connectionString: url, ...patience, ...alive, ...more }
  const pool = openPool({ ...settings, max: connections }, log)
  try {
    await pool.query('select 1')
  } catch (error) {
    await pool.end()
    throw new StartFailure(`DATABASE_URL: the database does not answer (${reasonOf(error)}).`, { cause: error })
  }
  // Bringing a large school up to date takes as long as it takes.
  return openPooled(pool, openPool({ ...settings, max: 1, query_timeout: 0 }, log))
}

/** `dump` gives what can be the template of an embedded database in memory, or a backup of one in a directory. */
export async function openEmbedded(
  store: EmbeddedStore,
  log: FastifyBaseLogger,
): Promise<OpenDatabase & Pick<Embedded, 'dump'>> {
  const embedded = await startEmbedded(store, log).catch((error: unknown) => {
    const place = store.kind === 'memory' ? 'memory' : store.directory
    const reason = (store.kind !== 'memory' && lackOfRoom(store.directory)) || reasonOf(error)
    throw new StartFailure(`The embedded database in ${place} does not open (${reason}).`, { cause: error })
  })
  const identity = { user: 'postgres', database: 'postgres' }
  const waiting = { max: 1, idleTimeoutMillis: 0, connectionTimeoutMillis: 15_000 }
  const pool = openPool({ stream: () => embedded.connect(), ...identity, ...waiting }, log)
  const opened = await openPooled(pool).catch(async (error: unknown) => {
    await embedded.close()
    throw error
  })
  return {
    ...opened,
    dump: () => embedded.dump(),
    async close() {
      await opened.close()
      await embedded.close()
    },
  }
}

/**
 * Fails where nothing can be written: in a database that is read-only, and on a disk that is full. The log of
 * PostgreSQL has room of its own, so that a sort too large for its memory tries the disk.
 */
const probe = `
  set local work_mem = '64kB';
  with refused as (delete from users where false)
  select pg_logical_emit_message(true, 'ready', ''), count(*)
  from (select repeat('x', 100) || number from generate_series(1, 4000) as number order by 1 offset 0) as sorted`

function openPool(config: PoolConfig, log: FastifyBaseLogger): Pool {
  const pool = new Pool({ application_name: 'personal-account', ...config })
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'))
  // Whoever works with a connection that is lost learns it from the query; nobody hearing the event would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

async function openPooled(pool: Pool, migrating = pool): Promise<OpenDatabase> {
  try {
    await migrateSchema(migrating)
  } catch (error) {
    await pool.end()
    throw error
  } finally {
    if (migrating !== pool) await migrating.end()
  }
  return {
    database: withSafeTransactions(pool),
    async ping() {
      await pool.query(probe)
    },
    async close() {
      await pool.end()
    },
  }
}
