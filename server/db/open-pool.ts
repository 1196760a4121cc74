import type { FastifyBaseLogger } from 'fastify'
import { Pool, type PoolConfig } from 'pg'

export function openPool(config: PoolConfig, log: FastifyBaseLogger): Pool {
  const pool = new Pool({ application_name: 'personal-account', ...config })
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'))
  // A query on a lost connection fails by itself; an `error` event without a listener would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}
