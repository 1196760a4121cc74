/** Words of a purpose that may be contract numbers, as written and in capitals; banks put spaces around dashes and use any dash. */
export function contractWordsIn(purpose: string): string[] {
  const words = purpose
    .replaceAll(/\s*[\u2010-\u2015\u2212-]\s*/g, '-')
    .split(/[^\p{L}\p{N}/.-]+/u)
    .map((word) => word.replaceAll(/^[./-]+|[./-]+$/g, ''))
    .filter((word) => /\d/.test(word))
  return [...new Set(words.flatMap((word) => [word, word.toUpperCase()]))]
}

/** Latin letters and the Cyrillic ones that look the same. */
const lookalikes: Record<string, string> = {
  A: 'А',
  B: 'В',
  C: 'С',
  E: 'Е',
  H: 'Н',
  K: 'К',
  M: 'М',
  O: 'О',
  P: 'Р',
  T: 'Т',
  X: 'Х',
  Y: 'У',
}

/** Shorter words have too many neighbours. */
const shortest = 8

/**
 * Numbers that may have been meant by a word that is none: with the dashes that it lacks, Cyrillic letters for Latin ones,
 * and one digit that differs, is missing, too much, or in the place of its neighbour.
 */
export function misspellingsOf(word: string): string[] {
  const plain = [...word.toUpperCase()].map((sign) => lookalikes[sign] ?? sign).join('')
  const whole = plain.replace(/^(\d{2})[-./]?(\p{L}{2,3})[-./]?(\d+)$/u, '$1-$2-$3')
  if (whole.length < shortest) return []
  const found = new Set([whole])
  for (const [at, sign] of [...whole].entries()) {
    if (!/\d/.test(sign)) continue
    const [before, after] = [whole.slice(0, at), whole.slice(at + 1)]
    found.add(before + after)
    for (const digit of '0123456789') {
      found.add(before + digit + after)
      found.add(before + digit + sign + after)
      found.add(before + sign + digit + after)
    }
    const next = after[0] ?? ''
    if (/\d/.test(next)) found.add(before + next + sign + after.slice(1))
  }
  found.delete(word)
  return [...found]
}
