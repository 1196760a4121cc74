/** A pseudorandom generator with the same values for the same seed on every machine. */
export type Random = {
  /** From 0 (inclusive) to 1 (exclusive). */
  next(): number
  /** From `from` to `to`, both inclusive. */
  integer(from: number, to: number): number
  chance(probability: number): boolean
  pick<T>(from: readonly T[]): T
  /** Each item in proportion to its weight. */
  weighted<T>(from: readonly (readonly [T, number])[]): T
  shuffled<T>(items: readonly T[]): T[]
  uuid(): string
  /** An independent stream: drawing from it does not change the values of other streams. */
  fork(name: string): Random
}

export function createRandom(seed: string): Random {
  const draw = sfc32(seed)
  const next = () => draw() / 2 ** 32
  const integer = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))

  const random: Random = {
    next,
    integer,
    chance: (probability) => next() < probability,
    pick: (from) => from[integer(0, from.length - 1)] as (typeof from)[number],
    weighted(from) {
      let left = next() * from.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [item, weight] of from) {
        left -= weight
        if (left < 0) return item
      }
      return (from.at(-1) as (typeof from)[number])[0]
    },
    shuffled(items) {
      const left = [...items]
      return items.map(() => left.splice(integer(0, left.length - 1), 1)[0] as (typeof items)[number])
    },
    uuid() {
      const hex = [draw(), draw(), draw(), draw()].map((word) => word.toString(16).padStart(8, '0')).join('')
      const variant = '89ab'[Number.parseInt(hex[16] as string, 16) & 3]
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`
    },
    fork: (name) => createRandom(`${seed}/${name}`),
  }
  return random
}

/** Chris Doty-Humphrey's small fast counter generator: 32 bits per draw. */
function sfc32(seed: string): () => number {
  let [a, b, c, counter] = [hash(seed, 1), hash(seed, 2), hash(seed, 3), 1]
  const draw = () => {
    const value = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + value
    c |= 0
    return value >>> 0
  }
  for (let warmUp = 0; warmUp < 12; warmUp += 1) draw()
  return draw
}

/** FNV-1a. */
function hash(text: string, salt: number): number {
  let value = 0x811c9dc5 ^ salt
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  }
  return value
}
