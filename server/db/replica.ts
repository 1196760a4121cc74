import type { FastifyBaseLogger } from 'fastify'
import { DatabaseError, type Pool, type PoolClient, type QueryResult } from 'pg'
import { nextTransactionOf, type PrimaryProgress } from './primary-progress.ts'

/** Milliseconds. */
export const replicaLimits = {
  /** Between two checks of the primary and of the replicas. */
  interval: 500,
  /** For a connection and for the answer to a check. */
  check: 1_000,
  /** After which a connection is asked again what its replica has: a balancer may lead each to another one. */
  known: 1_000,
  /** A replica that is further behind is not read. */
  lag: 2_000,
  /** Without an answer of the primary for so long, everything that can be read is read from replicas. */
  silence: 2_500,
}

/** Runs one statement on a connection. */
export type Statement = (client: Pick<Pool, 'query'>) => Promise<QueryResult>

export type ReplicaState = 'ready' | 'behind' | 'unreachable'

/** What a connection has shown of its replica, at a time of `performance.now()`. */
type Known = { at: number; oldestRunning: bigint }

/**
 * What a replica has: the next transaction, the oldest that is not finished, and whether all those asked for are. An id
 * beside the snapshot is not enough: a replica does not list what is running in between.
 */
const check = {
  name: 'replica_check',
  text: `
    select pg_snapshot_xmax(seen)::text as next, pg_snapshot_xmin(seen)::text as oldest_running,
      (select coalesce(bool_and(case
        when id::xid8 >= pg_snapshot_xmax(seen) then false
        when id::xid8 < pg_snapshot_xmin(seen) then true
        else pg_xact_status(id::xid8) <> 'in progress' end), true) from unnest($1::text[]) as id) as has_all
    from pg_current_snapshot() as seen`,
}

class Abandoned extends Error {}

/** The replicas behind one address. It is read while its checks succeed, and its failures are never those of a call. */
export class Replica {
  state: ReplicaState | null = null
  /** Milliseconds; the last that is known. */
  lag = 0
  readonly name: string
  readonly #pool: Pool
  readonly #probe: Pool
  readonly #progress: PrimaryProgress
  readonly #log: FastifyBaseLogger
  readonly #known = new WeakMap<PoolClient, Known>()
  readonly #running = new Set<(reason: Error) => void>()

  constructor({ name, pool, probe, progress, log }: ReplicaOptions) {
    this.name = name
    this.#pool = pool
    this.#probe = probe
    this.#progress = progress
    this.#log = log
  }

  get running(): number {
    return this.#running.size
  }

  /** The result of a statement that only reads; null if it must be asked of the primary. */
  async answer(after: readonly string[], statement: Statement): Promise<QueryResult | null> {
    const { promise: abandoned, reject: abandon } = Promise.withResolvers<never>()
    this.#running.add(abandon)
    let client: PoolClient | undefined
    let failure: unknown
    try {
      client = await this.#connect(abandoned)
      if (!(await Promise.race([this.#hasAll(client, after), abandoned]))) return null
      return await Promise.race([statement(client), abandoned])
    } catch (error) {
      failure = error
      if (isTimeout(error)) throw error
      if (isLost(error)) this.#leave(error)
      return null
    } finally {
      this.#running.delete(abandon)
      client?.release(failure !== undefined && !isOfStatement(failure))
    }
  }

  /** Decides whether the address is read until the next check. */
  async check(): Promise<void> {
    try {
      this.#compare(await nextTransactionOf(this.#probe))
    } catch (error) {
      this.#leave(error)
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#pool.end(), this.#probe.end()])
  }

  async #connect(abandoned: Promise<never>): Promise<PoolClient> {
    const connecting = this.#pool.connect()
    try {
      return await Promise.race([connecting, abandoned])
    } catch (error) {
      connecting.then(
        (client) => client.release(true),
        () => undefined,
      )
      throw error
    }
  }

  async #hasAll(client: PoolClient, after: readonly string[]): Promise<boolean> {
    const known = this.#known.get(client)
    const isKnown =
      known !== undefined &&
      performance.now() - known.at < replicaLimits.known &&
      after.every((id) => BigInt(id) < known.oldestRunning)
    if (isKnown) return true
    const late = setTimeout(() => this.#leave(new Error('no answer to the check')), replicaLimits.check)
    try {
      const { rows } = await client.query<{ next: string; oldest_running: string; has_all: boolean }>({
        ...check,
        values: [after],
      })
      const [seen] = rows
      if (!seen) return false
      if (!this.#compare(BigInt(seen.next))) throw new Abandoned('the replica is behind')
      this.#known.set(client, { at: performance.now(), oldestRunning: BigInt(seen.oldest_running) })
      return seen.has_all
    } finally {
      clearTimeout(late)
    }
  }

  /** Measures the lag. Returns whether the replica is near enough to be read. */
  #compare(next: bigint): boolean {
    this.lag = this.#progress.lagOf(next)
    const isCurrent = this.lag <= replicaLimits.lag
    this.#become(isCurrent ? 'ready' : 'behind')
    return isCurrent
  }

  /** What is under way is asked of the primary instead: a silent replica would keep it waiting. */
  #leave(error: unknown): void {
    this.#become('unreachable', error)
    for (const abandon of this.#running) abandon(new Abandoned('the replica is not read any more'))
  }

  #become(state: ReplicaState, error?: unknown): void {
    if (state === this.state) return
    this.state = state
    const details = { replica: this.name, state, ...(error !== undefined && { err: error }) }
    if (state === 'ready') this.#log.info(details, 'a replica is read')
    else this.#log.warn(details, 'a replica is not read')
  }
}

type ReplicaOptions = { name: string; pool: Pool; probe: Pool; progress: PrimaryProgress; log: FastifyBaseLogger }

/** The connection is as good as before. */
function isOfStatement(error: unknown): boolean {
  return error instanceof DatabaseError && error.severity !== 'FATAL' && error.severity !== 'PANIC'
}

/** A statement that takes too long would take as long on the primary. */
function isTimeout(error: unknown): boolean {
  if (error instanceof DatabaseError) return error.code === '57014'
  return error instanceof Error && error.message === 'Query read timeout'
}

/** Not: all connections were busy for a second. */
function isLost(error: unknown): boolean {
  if (error instanceof Abandoned || isOfStatement(error)) return false
  return !(error instanceof Error && error.message === 'timeout exceeded when trying to connect')
}
