import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream, existsSync, globSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import pino from 'pino'
import { expect } from 'vitest'
import { type Database, type OpenDatabase, openEmbedded, openPostgres } from '#server/db/client.ts'
import { dataPaths } from '#server/db/data-directory.ts'
import { templateName } from './postgres.ts'
import { postgresUrl } from './postgres-server.ts'

const log = pino({ level: 'silent' })

/** A fresh database, migrated and empty: PGlite in memory, or PostgreSQL if TEST_DATABASE requests it. */
export async function openTestDatabase(): Promise<OpenDatabase> {
  return refuseNestedConnections(await (process.env.TEST_DATABASE === 'postgres' ? onPostgres() : inMemory()))
}

/** The test databases that are open in this worker. */
export const openTestDatabases = new Set<OpenDatabase>()

const inTransaction = new AsyncLocalStorage<true>()

/**
 * A transaction that waits for a second connection never ends on the embedded database, which has one, and exhausts the
 * pool of a busy server. It fails at once here, on both databases.
 */
function refuseNestedConnections(opened: OpenDatabase): OpenDatabase {
  const { database, pool, close: closeDatabase } = opened
  const begin = database.transaction.bind(database)
  database.transaction = (work, config) =>
    begin((transaction) => inTransaction.run(true, () => work(transaction)), config)
  const connect = pool.connect.bind(pool) as (...args: unknown[]) => unknown
  const guarded = (...args: unknown[]) => {
    if (inTransaction.getStore()) throw new Error('A transaction uses a connection other than its own')
    return connect(...args)
  }
  const close = async () => {
    openTestDatabases.delete(opened)
    await closeDatabase()
  }
  openTestDatabases.add(opened)
  return Object.assign(opened, { close, untimed: database, pool: Object.assign(pool, { connect: guarded }) })
}

/**
 * The same database for another server, with separate connections, which PostgreSQL knows by `name`. The embedded database
 * has a single connection, which both share.
 */
export async function openOnceMore(opened: OpenDatabase, name = 'other'): Promise<OpenDatabase> {
  const socket = process.env.TEST_POSTGRES_SOCKET
  // A run with both databases provides the socket to the suites of the embedded one too.
  if (process.env.TEST_DATABASE !== 'postgres' || !socket) return { ...opened, close: async () => {} }
  const { rows } = await opened.database.execute<{ name: string }>(sql`select current_database() as name`)
  return openPostgres(`${postgresUrl(socket, String(rows[0]?.name))}&application_name=${name}`, 4, log)
}

/** Starts `work` while an open transaction holds what `change` locks; the transaction commits when `work` waits for it. */
export async function runBehindLock<Result>(
  opened: OpenDatabase,
  change: (transaction: Database) => Promise<unknown>,
  work: () => Promise<Result>,
): Promise<Result> {
  const other = await openOnceMore(opened)
  const waits = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const started = await other.database.transaction(async (transaction) => {
    await change(transaction)
    const result = work()
    await expect.poll(async () => (await transaction.execute(waits)).rowCount, { timeout: 10_000 }).toBe(1)
    return { result }
  })
  const result = await started.result
  await other.close()
  return result
}

async function inMemory(): Promise<OpenDatabase> {
  return openEmbedded({ kind: 'memory', template: await template() }, log)
}

/** A data directory with a copy of the same database, which is much faster than creating one. */
export async function makeDataDirectory(directory: string): Promise<void> {
  mkdirSync(directory)
  const { database } = dataPaths(directory)
  await (await openEmbedded({ kind: 'restored', directory: database, from: await template() }, log)).close()
}

async function template(): Promise<string> {
  const path = templateFile()
  if (!existsSync(path)) await makeTemplate(path)
  return path
}

/** One migrated database is kept as a file: loading it is five times as fast as creating one. */
function templateFile(): string {
  const migrations = globSync('server/db/migrations/**/*.{sql,json}').sort()
  const sources = ['package-lock.json', 'server/queues/queues.ts', ...migrations]
  const digest = createHash('sha256')
  for (const source of sources) digest.update(readFileSync(source))
  return join(tmpdir(), 'personal-account-templates', digest.digest('hex').slice(0, 16))
}

async function makeTemplate(path: string): Promise<void> {
  const unfinished = `${path}.${randomUUID()}`
  mkdirSync(join(path, '..'), { recursive: true })
  const opened = await openEmbedded({ kind: 'memory', template: null }, log)
  const client = await opened.pool.connect()
  await pipeline(client.query(copyTo('BASE_BACKUP')), createWriteStream(unfinished))
  client.release()
  await opened.close()
  renameSync(unfinished, path)
}

/**
 * A fresh database with what `fill` writes. On PostgreSQL it is written once per run and key, and copied; so do suites that
 * choose no database, if the run has a PostgreSQL.
 */
export async function openFilledDatabase(
  key: string,
  fill: (opened: OpenDatabase) => Promise<unknown>,
): Promise<OpenDatabase> {
  const { TEST_DATABASE: chosen, TEST_POSTGRES_SOCKET: socket } = process.env
  if (chosen === 'postgres' || (chosen === undefined && socket))
    return refuseNestedConnections(await onPostgres(await filled(key, fill)))
  const opened = await openTestDatabase()
  await fill(opened)
  return opened
}

/** The name of the database that is copied. Workers that need it at the same time wait for the first. */
async function filled(key: string, fill: (opened: OpenDatabase) => Promise<unknown>): Promise<string> {
  const name = `filled_${createHash('sha256').update(key).digest('hex').slice(0, 16)}`
  const client = new Client({ connectionString: postgresUrl(postgresSocket(), 'postgres') })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(1)')
    const { rows } = await client.query('select from pg_database where datname = $1', [name])
    if (rows.length > 0) return name
    await client.query(`create database unfinished template ${templateName} strategy file_copy`)
    const opened = await openPostgres(postgresUrl(postgresSocket(), 'unfinished'), 4, log)
    await fill(opened).finally(opened.close)
    await client.query(`alter database unfinished rename to ${name}`)
    return name
  } finally {
    await client.end()
  }
}

function postgresSocket(): string {
  const socket = process.env.TEST_POSTGRES_SOCKET
  if (!socket) throw new Error('TEST_DATABASE=postgres needs tests/support/server/postgres.ts as global setup')
  return socket
}

async function onPostgres(template = templateName): Promise<OpenDatabase> {
  const socket = postgresSocket()
  const name = `test_${randomUUID().replaceAll('-', '')}`
  // Copying files is the cheaper strategy on a server that keeps its files in memory.
  await command(socket, `create database ${name} template ${template} strategy file_copy`)
  const opened = await openPostgres(postgresUrl(socket, name), 4, log)
  return {
    ...opened,
    async close() {
      await opened.close()
      await command(socket, `drop database ${name} with (force)`)
    },
  }
}

async function command(socket: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: postgresUrl(socket, 'postgres') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
