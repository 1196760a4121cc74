import { nameLength } from '#contract/limits.ts'

/**
 * Names of people: how they are stored shown and compared (decision 101). Everything that compares,
 * matches or searches names uses `nameKey`. Without zod: the browser may import it.
 */

/** A person with one name has it as the first name; the last name is empty. */
export type PersonName = { lastName: string; firstName: string; patronym: string | null }

const apostrophe = '’'
/** Signs that keyboards and systems of banks write instead of an apostrophe. */
export const apostrophes = "'‘’‛`´ʹʻʼʽʾʿˈˊˋ′‵՚ꞌ＇"
const apostrophePattern = new RegExp(`[${apostrophes}]`, 'gu')
/** All dashes and the minus sign. */
const dashPattern = /[\p{Pd}\u2212]/gu
/** Zero-width signs, marks of direction, soft hyphens, fillers. */
const invisiblePattern = /\p{Default_Ignorable_Code_Point}/gu

/** Letters of any script with their marks. */
const nameLetters = '\\p{L}\\p{M}'
/** The other signs of a normalized name. */
const nameSigns = `${apostrophe}. -`

/** A normalized name: letters with hyphens, apostrophes, dots and spaces, at least one letter; or empty. */
export const namePattern = new RegExp(`^(?:(?=.*\\p{L})[${nameLetters}${nameSigns}]+)?$`, 'u')

const forbiddenSigns = new RegExp(`[^${nameLetters}${nameSigns}]+`, 'gu')

/**
 * The one spelling of a name that is stored: composed letters (NFC), one apostrophe, one hyphen without spaces around
 * it, single spaces, no invisible signs.
 */
export function normalizeName(typed: string): string {
  return typed
    .replaceAll(invisiblePattern, '')
    .normalize('NFC')
    .replaceAll(apostrophePattern, apostrophe)
    .replaceAll(dashPattern, '-')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/([\p{L}\p{M}]) ?- ?(?=\p{L})/gu, '$1-')
    .trim()
}

/**
 * A name of an external source that must not be refused: forbidden signs become spaces, so that words stay apart. Empty
 * if no valid name remains.
 */
export function sanitizeName(text: string): string {
  const words = normalizeName(normalizeName(text.slice(0, 10 * nameLength)).replaceAll(forbiddenSigns, ' '))
  const cleaned = normalizeName(words.slice(0, nameLength).replaceAll(forbiddenSigns, ' ')).replaceAll(
    /^-+ ?| ?-+$/g,
    '',
  )
  return namePattern.test(cleaned) ? cleaned : ''
}

/** Last name, first name, patronym: in documents and lists. */
export function fullName({ lastName, firstName, patronym }: PersonName): string {
  return [lastName, firstName, patronym].filter(Boolean).join(' ')
}

/** First name, last name: elsewhere. */
export function displayName({ firstName, lastName }: { firstName: string | null; lastName: string | null }): string {
  return [firstName, lastName].filter(Boolean).join(' ')
}

/**
 * Letters that systems without them replace: each pair is a letter and its substitute. Letters that differ from the
 * substitute only by a mark (ё, ї, ў, ü) need no pair.
 */
export const replacedLetters = (
  'әа ғг ґг ҕг қк ҡк ҝк ңн ҥн өо ұу үу іи һх ҳх єе җж ҙз ҫс ҷч ҹч ҧп ҭт ји ' + 'đd ðd øo łl ıi əa'
).split(' ')

const substitutes = new Map(replacedLetters.map(([letter = '', substitute = '']) => [letter, substitute]))

/**
 * The form in which names are compared and searched: words in lower case without marks, apostrophes and punctuation, with
 * the letters that banks and old systems use. `nameWords` of `server/db/text-search/full-text-search.ts` is the same in SQL.
 */
export function nameKey(name: string): string {
  return normalizeName(name)
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/\p{L}/gu, (letter) => substitutes.get(letter) ?? letter)
    .replaceAll(apostrophe, '')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
}
