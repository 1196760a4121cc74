import type { FastifyBaseLogger } from 'fastify'
import { Pool, type PoolConfig } from 'pg'

/**
 * Compiling the plan of a query takes up to five seconds for a list of the panel that is read in 40 ms. A setting of the
 * session, because poolers refuse it at the start of a connection.
 */
const withoutJit = 'set jit = off'

export function openPool(config: PoolConfig, log: FastifyBaseLogger): Pool {
  const pool = new Pool({
    application_name: 'personal-account',
    // The pool waits for it.
    onConnect: (client) => client.query(withoutJit),
    ...config,
  })
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'))
  // A query on a lost connection fails by itself; an `error` event without a listener would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}
