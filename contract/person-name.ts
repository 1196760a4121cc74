import { nameLength } from './limits.ts'

/** Names of people (decision 048). Without zod: forms use the same rules. */

const allowedCharacters = "\\p{L}\\p{M}'’ʼ. -"

/** Letters of any script with marks, hyphens, apostrophes, dots and spaces, at least one letter; or empty. */
export const namePattern = new RegExp(`^(?:(?=.*\\p{L})[${allowedCharacters}]+)?$`, 'u')

const forbiddenCharacters = new RegExp(`[^${allowedCharacters}]`, 'gu')

/** Normalizes a name: composed letters (NFC), single spaces, trimmed. */
export function normalizeName(typed: string): string {
  return typed.normalize('NFC').replaceAll(/\s+/g, ' ').trim()
}

/** Removes forbidden characters from a name of an external source; empty if no valid name remains. */
export function sanitizeName(told: string): string {
  const cleaned = sanitizeText(sanitizeText(told).slice(0, nameLength))
  return namePattern.test(cleaned) ? cleaned : ''
}

function sanitizeText(text: string): string {
  return normalizeName(normalizeName(text).replaceAll(forbiddenCharacters, ''))
}
