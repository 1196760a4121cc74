import pLimit, { type LimitFunction } from 'p-limit'
import { throwProblem } from '#server/http/http-error.ts'
import type { ParserName } from './parser-limits.ts'

/** How many files of a kind are read at once and wait, and how many of these may be of one owner. */
type PlaceLimits = { places: number; waiting: number; ofOwner?: number }

/** Files of one owner are read one after the other, so those of others wait for at most one of them. */
class ParserPlaces {
  readonly #limits: PlaceLimits
  readonly #running: LimitFunction
  readonly #owners = new Map<string, { oneAtATime: LimitFunction; files: number }>()
  #files = 0

  constructor(limits: PlaceLimits) {
    this.#limits = limits
    this.#running = pLimit(limits.places)
  }

  async run<Answer>(owner: string, read: () => Promise<Answer>): Promise<Answer> {
    const { places, waiting, ofOwner = places + waiting } = this.#limits
    const own = this.#owners.get(owner) ?? { oneAtATime: pLimit(1), files: 0 }
    if (this.#files >= places + waiting) throwProblem('unavailable', 'Too many files are being read')
    if (own.files >= ofOwner) throwProblem('unavailable', 'Too many files of one owner are being read')
    this.#files += 1
    own.files += 1
    this.#owners.set(owner, own)
    try {
      return await own.oneAtATime(() => this.#running(read))
    } finally {
      this.#files -= 1
      own.files -= 1
      if (own.files === 0) this.#owners.delete(owner)
    }
  }
}

/** Files of users take no place of the school's imports, nor of its other systems. */
const uploads = new ParserPlaces({ places: 2, waiting: 30, ofOwner: 5 })
const records = new ParserPlaces({ places: 1, waiting: 30, ofOwner: 10 })
const imports = new ParserPlaces({ places: 1, waiting: 30 })

/** Where the files of a parser are read. */
export const parserPlaces: Record<ParserName, ParserPlaces> = {
  picture: uploads,
  pdf: uploads,
  records,
  table: imports,
  statement: imports,
}
