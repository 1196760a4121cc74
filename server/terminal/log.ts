import { DatabaseError } from 'pg'
import pino, { type Logger } from 'pino'

/**
 * Structured lines on stdout. Headers, addresses, queries, bodies and values of statements are never logged: they hold
 * secrets. Lines are written asynchronously in batches; the process writes the rest when it ends.
 */
export function createLog(
  env: { LOG_LEVEL: string },
  destination: pino.DestinationStream = pino.destination({ sync: false }),
): Logger {
  const options = {
    level: env.LOG_LEVEL,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level: string) => ({ level }) },
    redact,
    serializers: { err: describeError, req: () => undefined, res: () => undefined },
  }
  return pino(options, destination)
}

const secretNames = [
  'cookie',
  'authorization',
  'set-cookie',
  'code',
  'state',
  'token',
  'password',
  'id_token',
  'client_secret',
]

/** A safety net below the rule above, for objects logged whole: two levels deep. A third would cost each line 12 µs more. */
const redact = {
  paths: secretNames.flatMap((name) => [`["${name}"]`, `*["${name}"]`]),
  censor: '[redacted]',
}

type Described = { type: string; message: string; errorCode?: string; frames?: string[]; cause?: Described }

/** Describes an error without values: messages of Drizzle and PostgreSQL quote the values of the failed statement. */
function describeError(thrown: unknown): Described {
  if (!(thrown instanceof Error)) return { type: typeof thrown, message: 'a thrown value that is no Error' }
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

/** Messages of class 42 name parts of the statement; those of other classes quote its values. */
function messageOfDatabase({ code, constraint, table, column, message }: DatabaseError): string {
  if (code?.startsWith('42')) return message
  const location = [constraint, table, column].filter(Boolean).join(', ')
  return `PostgreSQL refused with ${code}${location && ` (${location})`}`
}
