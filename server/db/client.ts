import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import type { FastifyBaseLogger } from 'fastify'
import type { ClientConfig, Pool, PoolConfig } from 'pg'
import { StartupError } from '#server/terminal/startup-error.ts'
import { errorReason, silentDatabaseError } from './connection-errors.ts'
import { dataPaths, findDiskSpaceProblem, undoInterruptedRestore } from './data-directory.ts'
import { lockDirectory } from './directory-lock.ts'
import {
  type Embedded,
  type EmbeddedStore,
  embeddedIdentity,
  findEmbedded,
  startEmbedded,
} from './embedded-database.ts'
import { type Listen, listenTo } from './listen.ts'
import { migrateSchema, requireCurrentSchema } from './migrate.ts'
import { openPool } from './open-pool.ts'
import { Replicas } from './replicas.ts'

/**
 * The database or a transaction in it. Inside a transaction use only the transaction: the embedded database has one
 * connection, and waiting for a second one times out.
 */
export type Database = PgDatabase<NodePgQueryResultHKT, Record<string, never>>

/** For functions that must run inside a transaction of the caller. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

export type OpenDatabase = {
  database: Database
  /** For imports: without the limit of `serverQueryTimeout`. On PostgreSQL it has one connection of its own. */
  untimed: Database
  /** The connections of `database`, for libraries that bring their own SQL. */
  pool: Pool
  /** Background jobs have connections of their own on PostgreSQL: what they wait for does not stop the calls of people. */
  jobs: { database: Database; pool: Pool }
  listen: Listen
  /** Null without replicas. */
  replicas: Replicas | null
  /** Rejects if the database does not answer or refuses writes. */
  ping(): Promise<void>
  close(): Promise<void>
}

type Settings = { DATABASE_URL?: string | undefined; DATABASE_POOL: number; DATA_DIR: string }

/** Opens PostgreSQL at DATABASE_URL, else the embedded database in DATA_DIR, and applies the migrations. */
export async function openDatabase(
  env: Settings,
  log: FastifyBaseLogger,
  more: ConnectionOptions = {},
): Promise<OpenDatabase> {
  if (env.DATABASE_URL) return openPostgres(env.DATABASE_URL, env.DATABASE_POOL, log, more)

  const lock = lockDirectory(env.DATA_DIR)
  try {
    undoInterruptedRestore(env.DATA_DIR)
    const store = { kind: 'directory', directory: dataPaths(env.DATA_DIR).database } as const
    const opened = await openEmbedded(store, log, env.DATA_DIR)
    return {
      ...opened,
      async close() {
        await opened.close()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** For the jobs of a server, some of which run at the same time. */
const jobConnections = 4

const timeouts = { connectionTimeoutMillis: 5_000, statement_timeout: 30_000 }
/** Keep-alive probes detect a host that disappeared without closing the connection. */
const keepAliveOptions = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/**
 * For servers: a client-side timeout slightly longer than the statement timeout of PostgreSQL, for a database that does
 * not enforce its own any more. Commands have no such limit.
 */
export const serverQueryTimeout = { query_timeout: 33_000 } as const

type ConnectionOptions = Pick<PoolConfig, 'query_timeout' | 'connectionTimeoutMillis'> & {
  /** Addresses of replicas, for servers. */
  readUrls?: readonly string[] | undefined
}

export async function openPostgres(
  url: string,
  connections: number,
  log: FastifyBaseLogger,
  { readUrls = [], ...more }: ConnectionOptions = {},
): Promise<OpenDatabase> {
  const settings = { connectionString: url, ...timeouts, ...keepAliveOptions, ...more }
  const pooled = { ...settings, max: connections }
  const pool = openPool(pooled, log)
  try {
    await pool.query('select 1')
  } catch (error) {
    await pool.end()
    throw silentDatabaseError(error)
  }
  // Migrating a large database may take long, and so may a step of an import.
  const untimed = openPool({ ...settings, max: 1, query_timeout: 0 }, log)
  const jobPool = openPool({ ...settings, max: Math.min(jobConnections, connections) }, log)
  const opened = await openPooled({ pool, untimed, jobPool })
  const listen = listenTo(settings, log)
  if (readUrls.length === 0) return { ...opened, listen }
  const replicas = new Replicas({ primary: pool, urls: readUrls, settings: pooled, log })
  return {
    ...opened,
    listen,
    replicas,
    database: withSafeTransactions(pool, replicas.route()),
    async close() {
      await replicas.close()
      await opened.close()
    },
  }
}

/** Opens the embedded database in this process. Other processes of its owner connect through `dataDirectory`. */
export async function openEmbedded(
  store: EmbeddedStore,
  log: FastifyBaseLogger,
  dataDirectory: string | null = null,
): Promise<OpenDatabase> {
  const embedded = await startEmbedded(store, log, dataDirectory).catch((error: unknown) => {
    const location = store.kind === 'memory' ? 'memory' : store.directory
    const reason = (store.kind !== 'memory' && findDiskSpaceProblem(store.directory)) || errorReason(error)
    const text = {
      ru: `Встроенная база данных в ${location} не открывается (${reason}).`,
      en: `The embedded database in ${location} does not open (${reason}).`,
    }
    throw new StartupError(text, { cause: error })
  })
  const config = configOf(embedded)
  const opened = await openPooled({ pool: openPool(config, log) }).catch(async (error: unknown) => {
    await embedded.close()
    throw error
  })
  return {
    ...opened,
    listen: listenTo(config, log),
    async close() {
      await opened.close()
      await embedded.close()
    },
  }
}

/** Connects to the embedded database of the process that has locked the data directory; null if it serves none. */
export async function connectEmbedded(dataDirectory: string, log: FastifyBaseLogger): Promise<OpenDatabase | null> {
  const embedded = await findEmbedded(dataDirectory)
  if (!embedded) return null
  const config = configOf(embedded)
  const pool = openPool(config, log)
  return { ...(await openPooled({ pool, prepare: requireCurrentSchema })), listen: listenTo(config, log) }
}

/** One connection, because its transactions run one after the other anyway. */
function configOf({ connect }: Pick<Embedded, 'connect'>): PoolConfig & ClientConfig {
  const waiting = { max: 1, idleTimeoutMillis: 0, connectionTimeoutMillis: 15_000 }
  return { stream: connect, ...embeddedIdentity, ...waiting }
}

/**
 * Fails on a read-only database and on a full disk. The write-ahead log has preallocated space, so a sort larger than
 * `work_mem` checks the disk.
 */
const probe = `
  set local work_mem = '64kB';
  with refused as (delete from users where false)
  select pg_logical_emit_message(true, 'ready', ''), count(*)
  from (select repeat('x', 100) || number from generate_series(1, 4000) as number order by 1 offset 0) as sorted`

type Pools = { pool: Pool; untimed?: Pool; jobPool?: Pool; prepare?: typeof migrateSchema }

async function openPooled({
  pool,
  untimed = pool,
  jobPool = pool,
  prepare = migrateSchema,
}: Pools): Promise<Omit<OpenDatabase, 'listen'>> {
  const close = async () => {
    for (const each of new Set([pool, untimed, jobPool])) await each.end()
  }
  try {
    await prepare(untimed)
  } catch (error) {
    await close()
    throw error
  }
  return {
    database: withSafeTransactions(pool),
    untimed: withSafeTransactions(untimed),
    pool,
    jobs: { database: withSafeTransactions(jobPool), pool: jobPool },
    replicas: null,
    async ping() {
      await pool.query(probe)
    },
    close,
  }
}

/**
 * Drizzle's own `transaction` leaks the connection if `begin` fails, which exhausts the pool after a few outages, and
 * reports a failed rollback instead of the original error.
 */
function withSafeTransactions(pool: Pool, statements: Pick<Pool, 'query'> = pool): Database {
  // Outside of transactions Drizzle only queries.
  const database: Database = drizzle(statements as Pool)
  database.transaction = async (work, config) => {
    const client = await pool.connect()
    let cause: { error: unknown } | null = null
    let isClean = true
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
      isClean = cause !== null && reported === error
      throw reported
    } finally {
      client.release(!isClean)
    }
  }
  return database
}
