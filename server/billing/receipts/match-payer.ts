import type { PossiblePayer } from './ledger.ts'

/** The id of the first person with this name, else null; a name without patronym matches one with. */
export function matchPayer(name: string, people: readonly PossiblePayer[]): string | null {
  const words = wordsOf(name)
  return people.find((person) => isCalled(person, words))?.id ?? null
}

function isCalled({ lastName, firstName, patronym }: PossiblePayer, words: readonly string[]): boolean {
  const own = wordsOf(`${lastName} ${firstName}`)
  const whole = [...own, ...wordsOf(patronym ?? '')]
  const shorter = Math.min(words.length, whole.length)
  const longer = Math.max(words.length, whole.length)
  if (shorter < own.length || longer > own.length + 1) return false
  return whole.slice(0, shorter).join(' ') === words.slice(0, shorter).join(' ')
}

/** Banks write names in capitals and without «ё». */
function wordsOf(name: string): string[] {
  return name.toLowerCase().replaceAll('ё', 'е').split(/\s+/).filter(Boolean)
}
