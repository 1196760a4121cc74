import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool, PoolConfig, QueryResult } from 'pg'
import { isConnectionError } from './connection-errors.ts'
import { openPool } from './open-pool.ts'
import { nextTransactionOf, PrimaryProgress } from './primary-progress.ts'
import { Replica, type ReplicaState, replicaLimits, type Statement } from './replica.ts'

/** `after`: transactions that a replica must have. `onlyWithoutPrimary`: a replica answers while there is no primary. */
type Reading = { after: readonly string[]; onlyWithoutPrimary: boolean }

const current = new AsyncLocalStorage<Reading>()

/** Lets replicas that have these transactions answer the statements of `work`, except in transactions. */
export function readFromReplicas<Result>(after: readonly string[], work: () => Result): Result {
  return current.run({ after, onlyWithoutPrimary: false }, work)
}

/** Lets replicas answer the statements of `work` while there is no primary. */
export function readWithoutPrimary<Result>(work: () => Result): Result {
  return current.run({ after: [], onlyWithoutPrimary: true }, work)
}

/** PostgreSQL's code of a server that accepts no connections now. */
class PrimaryLostError extends Error {
  readonly code = '57P03'

  constructor() {
    super('the primary does not answer')
  }
}

export type ReadDatabases = {
  /** Statements that were answered for calls which may read replicas, by who answered. */
  readonly answered: { readonly primary: number; readonly replica: number }
  readonly isPrimaryLost: boolean
  states(): { name: string; state: ReplicaState | null; lag: number }[]
}

type Options = { primary: Pool; urls: readonly string[]; settings: PoolConfig; log: FastifyBaseLogger }

/** Answers statements from the primary and its replicas (decision 109). */
export class Replicas implements ReadDatabases {
  isPrimaryLost = false
  readonly answered = { primary: 0, replica: 0 }
  readonly #primary: Pool
  /** A connection of its own: those of the pool may all be waiting for a primary that is gone. */
  readonly #watch: Pool
  readonly #replicas: Replica[]
  readonly #progress = new PrimaryProgress()
  readonly #log: FastifyBaseLogger
  /** Reads that wait for the primary. */
  readonly #waiting = new Set<(reason: Error) => void>()
  #lastAnswer = performance.now()
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor({ primary, urls, settings, log }: Options) {
    this.#primary = primary
    this.#log = log
    const impatient = { ...settings, connectionTimeoutMillis: replicaLimits.check }
    const single = { ...impatient, max: 1, query_timeout: replicaLimits.check }
    this.#watch = openPool(single, log)
    this.#replicas = urls.map(
      (connectionString) =>
        new Replica({
          name: hostOf(connectionString),
          pool: openPool({ ...impatient, connectionString }, log),
          probe: openPool({ ...single, connectionString }, log),
          progress: this.#progress,
          log,
        }),
    )
    void this.#checkAgain()
  }

  /** Sends the statements of calls that may read replicas to them, and everything else to the primary. */
  route(): Pick<Pool, 'query'> {
    const query = (...values: Parameters<Pool['query']>) => {
      const reading = current.getStore()
      const send: Statement = (client) => client.query(...values) as unknown as Promise<QueryResult>
      return reading ? this.#answer(reading, send) : send(this.#primary)
    }
    return { query: query as unknown as Pool['query'] }
  }

  states() {
    return this.#replicas.map(({ name, state, lag }) => ({ name, state, lag }))
  }

  /** Looks at the primary, then at the replicas, which are compared with it. */
  async check(): Promise<void> {
    await this.#checkPrimary()
    await Promise.all(this.#replicas.map((replica) => replica.check()))
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await Promise.all([this.#watch.end(), ...this.#replicas.map((replica) => replica.close())])
  }

  async #checkAgain(): Promise<void> {
    await this.check()
    if (!this.#isClosed) this.#timer = setTimeout(() => void this.#checkAgain(), replicaLimits.interval).unref()
  }

  async #checkPrimary(): Promise<void> {
    try {
      const next = await nextTransactionOf(this.#watch)
      this.#lastAnswer = performance.now()
      this.#progress.note(next, this.#lastAnswer)
      if (this.isPrimaryLost) this.#log.warn('the primary answers again')
      this.isPrimaryLost = false
    } catch (error) {
      if (this.isPrimaryLost || performance.now() - this.#lastAnswer < replicaLimits.silence) return
      this.#log.error({ err: error }, 'the primary does not answer: replicas are read')
      this.isPrimaryLost = true
      for (const giveUp of this.#waiting) giveUp(new PrimaryLostError())
    }
  }

  async #answer(reading: Reading, statement: Statement): Promise<QueryResult> {
    if (this.isPrimaryLost || !reading.onlyWithoutPrimary) {
      const result = await this.#askReplicas(reading, statement)
      if (result) return result
    }
    if (this.isPrimaryLost) throw new PrimaryLostError()
    return this.#askPrimary(reading, statement)
  }

  async #askPrimary(reading: Reading, statement: Statement): Promise<QueryResult> {
    const { promise: lost, reject: giveUp } = Promise.withResolvers<never>()
    this.#waiting.add(giveUp)
    try {
      const result = await Promise.race([statement(this.#primary), lost])
      if (!reading.onlyWithoutPrimary) this.answered.primary += 1
      return result
    } catch (error) {
      if (!this.isPrimaryLost && (reading.onlyWithoutPrimary || !isConnectionError(error))) throw error
      const result = await this.#askReplicas(reading, statement, true)
      if (result) return result
      throw error
    } finally {
      this.#waiting.delete(giveUp)
    }
  }

  /** Asks the replica that has the least to do, unless the primary has less; without a primary any that can answer. */
  async #askReplicas(
    { after }: Reading,
    statement: Statement,
    isPrimaryFailing = this.isPrimaryLost,
  ): Promise<QueryResult | null> {
    const { totalCount, idleCount, waitingCount } = this.#primary
    const most = isPrimaryFailing ? Number.POSITIVE_INFINITY : totalCount - idleCount + waitingCount
    const candidates = this.#replicas
      .filter(({ state, running }) => state === 'ready' && running <= most)
      .sort((one, other) => one.running - other.running)
    for (const replica of isPrimaryFailing ? candidates : candidates.slice(0, 1)) {
      const result = await replica.answer(after, statement)
      if (!result) continue
      this.answered.replica += 1
      return result
    }
    return null
  }
}

/** Without the password. */
function hostOf(url: string): string {
  const { host, searchParams } = new URL(url)
  return searchParams.get('host') ?? host
}
