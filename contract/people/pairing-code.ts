/** Codes that link a guardian or an account with a child, as they are typed and shown. Without zod: the browser may import it. */

/** Letters and digits that look like no other: without 0 and O, 1, I and L, 2 and Z, 5 and S, 8 and B. */
export const pairingCodeLetters = 'ACDEFGHJKMNPQRTUVWXY34679'
export const pairingCodeLength = 6
/** Days for which a code can be used. */
export const pairingCodeDays = 7
/** Codes that one person may enter wrongly in a day. */
export const maxWrongPairingCodes = 5

/** Cyrillic letters that look like a letter of a code. */
const lookAlikes: Readonly<Record<string, string>> = {
  А: 'A',
  С: 'C',
  Е: 'E',
  Н: 'H',
  К: 'K',
  М: 'M',
  Р: 'P',
  Т: 'T',
  У: 'Y',
  Х: 'X',
}

const separators = /[\s\p{Default_Ignorable_Code_Point}\p{Pd}]/gu

/** The code in a typed text: in any case, with spaces or dashes, in Cyrillic letters of the same form; null if it is none. */
export function parsePairingCode(text: string): string | null {
  const typed = text.normalize('NFKC').toUpperCase().replaceAll(separators, '')
  const code = [...typed].map((letter) => lookAlikes[letter] ?? letter).join('')
  const isCode = code.length === pairingCodeLength && [...code].every((letter) => pairingCodeLetters.includes(letter))
  return isCode ? code : null
}

/** In two groups, as it is shown and read out. */
export function showPairingCode(code: string): string {
  return `${code.slice(0, 3)}-${code.slice(3)}`
}
