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

  constructor(maxChanges: number) {
    this.#maxChanges = maxChanges
  }

  add(change: AnnouncedChange): void {
    this.lastId = change.id
    this.#changes.push(change)
    if (this.#changes.length > this.#maxChanges) this.#firstId = this.#changes.shift()?.id ?? this.#firstId
  }

  /** After a gap: what was missed is unknown, so no earlier position is valid. */
  clear(): void {
    this.lastId = randomUUID()
    this.#firstId = this.lastId
    this.#changes.length = 0
  }

  /** What has changed for this person since a position; null if nothing has. */
  missedSince(position: string, userId: string): ChangedCalls | null {
    const last = this.#changes.findLastIndex(({ id }) => id === position)
    if (last === -1 && position !== this.#firstId) return { calls: 'all', by: null }
    const missed = this.#changes.slice(last + 1).filter(({ users }) => users.includes(userId))
    if (missed.length === 0) return null
    return { calls: [...new Set(missed.flatMap(({ calls }) => calls))], by: null }
  }
}
