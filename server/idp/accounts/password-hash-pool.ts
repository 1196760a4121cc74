import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import { throwProblem } from '#server/http/http-error.ts'
import type { KeyRequest } from './password-hash-worker.ts'

/** Sign-ins that wait for a thread. More are refused: their users would wait longer than they do. */
const maxWaiting = 64

/** Seconds after which a refused sign-in may be repeated. */
const retryAfter = 5

export const poolOptions = {
  // Threads start with the first sign-in and end with the rush.
  minThreads: 0,
  maxThreads: availableParallelism(),
  maxQueue: maxWaiting,
  idleTimeout: 60_000,
  // Pages come first.
  niceIncrement: 10,
}

let pool: Piscina<readonly KeyRequest[], Uint8Array[]> | undefined

/**
 * Derives the keys of one sign-in in threads of their own: those of libuv compress the pages. Throws `unavailable` while
 * too many sign-ins wait.
 */
export async function deriveKeys(requests: readonly KeyRequest[]): Promise<Buffer[]> {
  const filename = new URL('./password-hash-worker.ts', import.meta.url).href
  pool ??= new Piscina({ ...poolOptions, filename, name: 'deriveKeysHere' })
  if (pool.queueSize >= maxWaiting) throwProblem('unavailable', 'Too many passwords are being checked', { retryAfter })
  return (await pool.run(requests)).map((key) => Buffer.from(key))
}
