import type { Pool } from 'pg'

/** The next transaction that a database would begin, or that a replica of it would see. */
export async function nextTransactionOf(database: Pick<Pool, 'query'>): Promise<bigint> {
  const { rows } = await database.query<{ next: string }>(
    'select pg_snapshot_xmax(pg_current_snapshot())::text as next',
  )
  return BigInt(rows[0]?.next ?? 0)
}

/** How long a look at the primary is kept, in milliseconds. */
const kept = 60_000

/** How far the primary was at which time: how far a replica is behind follows from what it lacks. */
export class PrimaryProgress {
  /** The next transaction, when it was first seen. */
  readonly #seen: { next: bigint; at: number }[] = []
  #lastAt = 0

  note(next: bigint, at: number): void {
    this.#lastAt = at
    const last = this.#seen.at(-1)
    // A restored database begins anew.
    if (last && next < last.next) this.#seen.length = 0
    if (next !== last?.next) this.#seen.push({ next, at })
    while (this.#seen.length > 1 && (this.#seen[0]?.at ?? at) < at - kept) this.#seen.shift()
  }

  /** Milliseconds for which the primary has been further than a replica; until the last look, as it may be gone since. */
  lagOf(next: bigint): number {
    if (this.#seen.length === 0) return Number.POSITIVE_INFINITY
    const missing = this.#seen.find((seen) => seen.next > next)
    return missing ? this.#lastAt - missing.at : 0
  }
}
