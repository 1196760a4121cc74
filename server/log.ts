import { DatabaseError } from 'pg'
import pino, { type Logger } from 'pino'
import type { Env } from './env.ts'

/**
 * Structured lines on stdout. Nothing logs headers, queries, bodies or values of a statement: secrets travel there. Lines
 * that come while others are being written go together; a process that ends writes what is left.
 */
export function createLog(
  env: Pick<Env, 'LOG_LEVEL'>,
  destination: pino.DestinationStream = pino.destination({ sync: false }),
): Logger {
  const options = {
    level: env.LOG_LEVEL,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level: string) => ({ level }), log: censored },
    serializers: { err: describeError, req: () => undefined, res: () => undefined },
  }
  return pino(options, destination)
}

const secrets = new Set([
  'cookie',
  'authorization',
  'set-cookie',
  'code',
  'state',
  'token',
  'password',
  'id_token',
  'client_secret',
])

/**
 * A net below the rule above, for whoever logs an object at large: three names deep. Pino's own `redact` takes every path
 * apart anew for every value of every line.
 */
function censored(given: object, depth = 3): Record<string, unknown> {
  const entries = Object.entries(given).map(([name, value]: [string, unknown]) => {
    if (secrets.has(name)) return [name, '[redacted]'] as const
    return [name, depth > 1 ? within(value, depth - 1) : value] as const
  })
  return Object.fromEntries(entries)
}

function within(value: unknown, depth: number): unknown {
  if (Array.isArray(value)) return value.map((one) => within(one, depth))
  const isLarge = typeof value === 'object' && value !== null && !(value instanceof Error) && !('toJSON' in value)
  return isLarge ? censored(value, depth) : value
}

type Described = { type: string; message: string; errorCode?: string; frames?: string[]; cause?: Described }

/** Says what failed and where, without values: those of a failed statement are in drizzle's message and in PostgreSQL's. */
function describeError(thrown: unknown): Described {
  if (!(thrown instanceof Error)) return { type: typeof thrown, message: 'thrown, and no Error' }
  const errorCode = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined
  const frames = thrown.stack?.split('\n').flatMap((line) => (line.startsWith('    at ') ? [line.slice(7)] : []))
  return {
    type: thrown.name,
    message: messageOf(thrown),
    ...(errorCode && { errorCode }),
    ...(frames && { frames }),
    ...(thrown.cause !== undefined && { cause: describeError(thrown.cause) }),
  }
}

function messageOf(error: Error): string {
  if (error instanceof DatabaseError) return messageOfDatabase(error)
  return 'query' in error && 'params' in error ? `Failed query: ${error.query}` : error.message
}

/** Class 42 is about the statement's own words; the others quote what was given. */
function messageOfDatabase({ code, constraint, table, column, message }: DatabaseError): string {
  if (code?.startsWith('42')) return message
  const place = [constraint, table, column].filter(Boolean).join(', ')
  return `PostgreSQL refused with ${code}${place && ` (${place})`}`
}
