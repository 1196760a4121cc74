import type { FastifyInstance } from 'fastify'
import type { Database } from './db/client.ts'
import type { Env } from './env.ts'

declare module 'fastify' {
  interface FastifyInstance {
    database: Database
    clock: () => Date
    env: Env
    /** Addresses of the calls that are declared and answer 501. */
    notBuilt: readonly string[]
  }
}

export type App = FastifyInstance
