import type { Person } from './ledger.ts'

/** Whom a name in the file means: the first of these people who is called so; a name without patronym fits with one. */
export function payerOf(name: string, people: readonly Person[]): string | null {
  const words = wordsOf(name)
  return people.find((person) => isCalled(person, words))?.id ?? null
}

function isCalled({ lastName, firstName, patronym }: Person, words: readonly string[]): boolean {
  const own = wordsOf(`${lastName} ${firstName}`)
  const whole = [...own, ...wordsOf(patronym ?? '')]
  const shorter = Math.min(words.length, whole.length)
  const longer = Math.max(words.length, whole.length)
  if (shorter < own.length || longer > own.length + 1) return false
  return whole.slice(0, shorter).join(' ') === words.slice(0, shorter).join(' ')
}

/** Banks write in capitals and without «ё». */
function wordsOf(name: string): string[] {
  return name.toLowerCase().replaceAll('ё', 'е').split(/\s+/).filter(Boolean)
}
