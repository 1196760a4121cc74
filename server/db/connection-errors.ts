import { StartupError } from '#server/terminal/startup-error.ts'

/**
 * Error codes of Node's sockets and of PostgreSQL: classes 08 (connection), 53 (resources), 57 (shutdown or timeout) and
 * 58 (disk), 25006 (read-only), 40001 (serialization failure), 40P01 (deadlock) and 55P03 (a lock that was not free in time).
 */
const codes = /^(ECONN|ENOENT|ENOTFOUND|EPIPE|ETIMEDOUT|EAI_AGAIN|08|53|57|58|25006|40001|40P01|55P03)/
const messages =
  /^(timeout exceeded when trying to connect|Query read timeout|Connection terminated|Client has encountered a connection error|Client was closed|Cannot use a pool after|the embedded database has)/

/** Whether a query failed because the database is unreachable, overloaded, full or read-only: a repetition may succeed. */
export function isConnectionError(error: unknown): boolean {
  return connectionErrorCause(error) !== null
}

/** The error of the driver inside of drizzle's; null for other failures. */
export function connectionErrorCause(error: unknown): Error | null {
  if (!(error instanceof Error)) return null
  if ('code' in error && codes.test(String(error.code))) return error
  return messages.test(error.message) ? error : connectionErrorCause(error.cause)
}

/** A refused connection to a name with several addresses is an AggregateError with an empty message of its own. */
export function errorReason(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(errorReason).join('; ')
  return error instanceof Error ? error.message : String(error)
}

/** DATABASE_URL leads to no database that can be used. */
export function silentDatabaseError(error: unknown): StartupError {
  const reason = errorReason(error)
  const text = {
    ru: `DATABASE_URL: база данных не отвечает (${reason}).`,
    en: `DATABASE_URL: the database does not answer (${reason}).`,
  }
  return new StartupError(text, { cause: error })
}

/** A row with the same unique key is there already. */
export function isUniqueViolation(error: unknown): boolean {
  return hasSqlState(error, '23505')
}

/** A statement gave up because a lock was not free within `lock_timeout`. */
export function isLockTimeout(error: unknown): boolean {
  return hasSqlState(error, '55P03')
}

function hasSqlState(error: unknown, state: string): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && error.code === state) || hasSqlState(error.cause, state)
}
