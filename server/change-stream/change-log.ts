import { randomUUID } from 'node:crypto'
import type { ChangedCalls } from '#contract/change-stream.ts'
import type { ChangeNotification } from '#server/changes/announce-changes.ts'

type AnnouncedChange = Extract<ChangeNotification, { users: string[] }>

/**
 * The latest changes that this server has heard of, for browsers that connect again. A position is the id of a change:
 * PostgreSQL notifies all servers in the order of the commits, so it means the same on each of them, and no clock is
 * compared.
 */
export class ChangeLog {
  /** The position of this moment: what is read after it contains all changes up to it. */
  lastId: string = randomUUID()
  /** The position before the first change of the list. */
  #firstId = this.lastId
  readonly #maxChanges: number
  readonly #changes: AnnouncedChange[] = []
  /** The transaction of the last change of a user that is in the list. */
  readonly #lastOf = new Map<string, string>()
  /** That of the last one that is not: of no change that was dropped or missed later than it. */
  #lastDropped: string | null = null

  constructor(maxChanges: number) {
    this.#maxChanges = maxChanges
  }

  add(change: AnnouncedChange): void {
    this.lastId = change.id
    this.#changes.push(change)
    for (const userId of change.users) this.#lastOf.set(userId, change.transaction)
    if (this.#changes.length > this.#maxChanges) this.#dropFirst()
  }

  /** After a gap: what was missed is unknown, so no earlier position is valid. `transaction`: the first one after it. */
  clear(transaction: string): void {
    this.lastId = randomUUID()
    this.#firstId = this.lastId
    this.#changes.length = 0
    this.#lastOf.clear()
    this.#lastDropped = transaction
  }

  /** The transaction that a database must have to show all changes for this user that are known here. */
  lastChangeOf(userId: string): string | null {
    return this.#lastOf.get(userId) ?? this.#lastDropped
  }

  /** What has changed for this person since a position; null if nothing has. */
  missedSince(position: string, userId: string): ChangedCalls | null {
    const last = this.#changes.findLastIndex(({ id }) => id === position)
    if (last === -1 && position !== this.#firstId) return { calls: 'all', by: null }
    const missed = this.#changes.slice(last + 1).filter(({ users }) => users.includes(userId))
    if (missed.length === 0) return null
    return { calls: [...new Set(missed.flatMap(({ calls }) => calls))], by: null }
  }

  #dropFirst(): void {
    const dropped = this.#changes.shift()
    if (!dropped) return
    this.#firstId = dropped.id
    this.#lastDropped = dropped.transaction
    for (const userId of dropped.users)
      if (this.#lastOf.get(userId) === dropped.transaction) this.#lastOf.delete(userId)
  }
}
