import { nameLength } from './limits.ts'

/** What people are called by (decision 048). Free of zod: the form says it before the server does. */

const character = "\\p{L}\\p{M}'’ʼ. -"

/** Letters of any script with their marks, hyphens, apostrophes, dots and spaces, at least one letter; or nothing. */
export const namePattern = new RegExp(`^(?:(?=.*\\p{L})[${character}]+)?$`, 'u')

const noCharacter = new RegExp(`[^${character}]`, 'gu')

/** The one spelling of a name that can be typed in several: composed letters, single spaces, none around it. */
export function normalName(typed: string): string {
  return typed.normalize('NFC').replaceAll(/\s+/g, ' ').trim()
}

/** What is left of a name that nobody can be asked to write anew; empty where that is no name. */
export function cleanName(told: string): string {
  const cleaned = cleanText(cleanText(told).slice(0, nameLength))
  return namePattern.test(cleaned) ? cleaned : ''
}

function cleanText(text: string): string {
  return normalName(normalName(text).replaceAll(noCharacter, ''))
}
