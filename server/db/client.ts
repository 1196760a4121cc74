import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import type { FastifyBaseLogger } from 'fastify'
import type { Env } from '#server/env.ts'

/**
 * The database, or a transaction in it: functions that take it can be called with either. Inside a transaction
 * use only the transaction: the embedded database has one connection, and asking for a second one inside fails after a while.
 */
export type Database = PgDatabase<NodePgQueryResultHKT, Record<string, never>>

export type OpenDatabase = {
  database: Database
  /** Rejects when the database does not answer. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** Opens PostgreSQL by DATABASE_URL, else the embedded database in DATA_DIR, and brings the schema up to date. */
export async function openDatabase(_env: Env, _log: FastifyBaseLogger): Promise<OpenDatabase> {
  throw new Error('not yet')
}
