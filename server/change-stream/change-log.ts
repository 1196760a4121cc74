import { randomUUID } from 'node:crypto'
import type { ChangedCalls } from '#contract/change-stream.ts'
import type { ChangeNotification } from '#server/access/announce-changes.ts'

type AnnouncedChange = Extract<ChangeNotification, { users: string[] }>

/** The latest changes that this server has heard of, for browsers that connect again. */
export class ChangeLog {
  /** The id of the latest change, or of the moment from which on all are known. */
  lastId: string = randomUUID()
  readonly #startedAt: number
  readonly #longest: number
  readonly #changes: (AnnouncedChange & { at: number })[] = []

  constructor({ startedAt, longest }: { startedAt: Date; longest: number }) {
    this.#startedAt = startedAt.getTime()
    this.#longest = longest
  }

  add(change: AnnouncedChange, now: Date): void {
    this.lastId = change.id
    this.#changes.push({ ...change, at: now.getTime() })
    if (this.#changes.length > this.#longest) this.#changes.shift()
  }

  /** After a gap: what was missed is unknown. */
  clear(): void {
    this.lastId = randomUUID()
    this.#changes.length = 0
  }

  /** `known` is the id of the last event that the browser has, or the time of its data, as milliseconds. */
  missedSince(known: string, userId: string): ChangedCalls[] {
    if (known === this.lastId) return []
    const time = /^\d+$/.test(known) ? Number(known) : null
    const last = this.#changes.findIndex(({ id }) => id === known)
    const isUnknown = time === null ? last === -1 : time < this.#startedAt
    if (isUnknown) return [{ calls: 'all', by: null }]
    return this.#changes
      .filter(({ users, at }, index) => users.includes(userId) && (time === null ? index > last : at >= time))
      .map(({ calls, by }) => ({ calls, by }))
  }
}
