import { apostrophes, nameKey, type PersonName } from '#contract/people/names.ts'

export type PossiblePayer = PersonName & { id: string }

/** Who is called so: one person, or several of whom none is chosen, or none. */
export type PayerMatch =
  | { kind: 'one'; id: string }
  | { kind: 'several'; people: readonly PossiblePayer[] }
  | { kind: 'none' }

/**
 * Finds the person whom a bank calls so, among the people of a contract. Banks write names in any order, without ё and
 * letters of other languages, with initials, without the patronym, and with an address behind `//`. A person whose whole
 * name is written precedes those whom a shortened one fits.
 */
export function matchPayer(name: string, people: readonly PossiblePayer[]): PayerMatch {
  const words = payerWords(name)
  const different = [...new Map(people.map((person) => [person.id, person])).values()]
  for (const isCalled of [isCalledInFull, isCalledShortly]) {
    const found = different.filter((person) => isCalled(spellingsOf(person), words))
    const [one, ...others] = found
    if (one) return others.length === 0 ? { kind: 'one', id: one.id } : { kind: 'several', people: found }
  }
  return { kind: 'none' }
}

/** Whether two spellings of a payer mean one person: the shorter one has no word that the other lacks. */
export function isSamePayer(one: string, other: string): boolean {
  const [shorter = [], longer = []] = [payerWords(one), payerWords(other)].sort((a, b) => a.length - b.length)
  if (joined(shorter) === joined(longer)) return true
  if (shorter.length < 2) return false
  const left = [...longer]
  return shorter.every((word) => {
    const at = left.findIndex((another) => another === word || isInitialOf(another, word) || isInitialOf(word, another))
    return at >= 0 && left.splice(at, 1)
  })
}

function isInitialOf(initial: string, word: string): boolean {
  return initial.length === 1 && word.startsWith(initial)
}

type Spellings = {
  /** The whole name in every order of its parts. */
  full: ReadonlySet<string>
  /** The same with initials, or with the patronym shortened or left out. */
  short: ReadonlySet<string>
  /** Banks may know a patronym that the school does not. */
  mayHavePatronym: boolean
}

/** Files have many rows for few people. */
const known = new WeakMap<PossiblePayer, Spellings>()

function spellingsOf(person: PossiblePayer): Spellings {
  const spellings = known.get(person) ?? createSpellings(person)
  known.set(person, spellings)
  return spellings
}

function createSpellings({ lastName, firstName, patronym }: PossiblePayer): Spellings {
  const [last, first, own] = [notationsOf(lastName), notationsOf(firstName), notationsOf(patronym ?? '')]
  const bare = own.map((words) => words.filter((word) => !particles.has(word)))
  const withParticle = bare.flatMap((words) => (words.length > 0 ? [...particles].map((end) => [...words, end]) : []))
  return {
    full: inAnyOrder(last, first, own),
    short: inAnyOrder(last, [...first, ...initials(first)], [[], ...own, ...bare, ...withParticle, ...initials(own)]),
    mayHavePatronym: joined(own[0] ?? []) === '' && joined(last[0] ?? []) !== '',
  }
}

function isCalledInFull({ full }: Spellings, words: readonly string[]): boolean {
  return words.length > 0 && full.has(joined(words))
}

function isCalledShortly({ full, short, mayHavePatronym }: Spellings, words: readonly string[]): boolean {
  if (words.length < 2) return false
  if (short.has(joined(words))) return true
  if (!mayHavePatronym) return false
  return words.some((_, at) => {
    if (at === 0) return false
    const length = particles.has(words[at + 1] ?? '') ? 2 : 1
    return words.length - length > 1 && full.has(joined(words.toSpliced(at, length)))
  })
}

const orders = [
  [0, 1, 2],
  [1, 2, 0],
  [1, 0, 2],
  [0, 2, 1],
  [2, 0, 1],
  [2, 1, 0],
] as const

function inAnyOrder(...parts: (readonly string[][])[]): ReadonlySet<string> {
  const [last = [], first = [], patronyms = []] = parts
  const all = last.flatMap((l) => first.flatMap((f) => patronyms.map((p) => [l, f, p])))
  return new Set(all.flatMap((name) => orders.map((order) => joined(order.flatMap((part) => name[part] ?? [])))))
}

/** The words of a part of a name; an apostrophe joins or divides them. */
function notationsOf(part: string): string[][] {
  const divided = part.replaceAll(new RegExp(`[${apostrophes}]`, 'gu'), ' ')
  return [part, divided].map(wordsOf)
}

function initials(notations: readonly string[][]): string[][] {
  return notations.flatMap(([word]) => (word ? [[word.slice(0, 1)]] : []))
}

/** «Сын» and «дочь» of Turkic patronyms, in the notations of several languages. */
const sons = 'оглы оглу огли углы угли улы уулу ogly oglu ogli ogli ugli uly'.split(' ')
const daughters = 'кызы гызы кизи гизи kyzy qyzy gyzy qizi kizi gizi'.split(' ')
const particles: ReadonlySet<string> = new Set(['оглы', 'кызы'])

function wordsOf(name: string): string[] {
  return nameKey(name)
    .split(' ')
    .filter(Boolean)
    .map((word) => (sons.includes(word) ? 'оглы' : daughters.includes(word) ? 'кызы' : word))
}

/** Without the address behind `//`, and without numbers of accounts and taxpayers. */
function payerWords(name: string): string[] {
  const [text = ''] = name.split('//').filter((part) => part.trim() !== '')
  return wordsOf(text).filter((word) => word !== 'инн' && !/\p{N}/u.test(word))
}

/** Without the spaces, which differ between notations. An initial stays apart from the next word. */
function joined(words: readonly string[]): string {
  return words.map((word) => (word.length === 1 ? `${word}.` : word)).join('')
}
