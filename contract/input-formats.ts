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
export function sanitizeName(text: string): string {
  const cleaned = sanitizeText(sanitizeText(text).slice(0, nameLength))
  return namePattern.test(cleaned) ? cleaned : ''
}

function sanitizeText(text: string): string {
  return normalizeName(normalizeName(text).replaceAll(forbiddenCharacters, ''))
}

/** E.164: a country code and 8 to 15 digits in all. */
export const phonePattern = /^\+[1-9]\d{7,14}$/

/**
 * Converts typed text to E.164: with the prefix +7, 8, 7 or none, with brackets, spaces and dashes. It does not
 * validate; see `isPhone`. Without zod: the browser may import it.
 */
export function parsePhone(text: string): string {
  const typed = text.trim()
  const digits = typed.replace(/\D/g, '')
  if (typed.startsWith('+')) return `+${digits}`
  if (/^[78]\d{10}$/.test(digits)) return `+7${digits.slice(1)}`
  return /^9\d{9}$/.test(digits) ? `+7${digits}` : `+${digits}`
}

/**
 * Converts a number of a file to E.164, also from Russian domestic notation. Unlike `parsePhone` it keeps characters that
 * are not part of a number, so that the number is refused.
 */
export function phoneOfFile(text: string): string {
  return text.replaceAll(/[\s().-]/g, '').replace(/^[78](?=\d{10}$)/, '+7')
}

/** Whether the text is a valid E.164 number. */
export function isPhone(number: string): boolean {
  return phonePattern.test(number)
}

/**
 * Allowed rich text of tickets and their answers. The editor offers nothing else; browser and server sanitize to it.
 * Without zod: the browser may import it.
 */
export const richTextTags = ['p', 'br', 'strong', 'em', 'ul', 'ol', 'li', 'a', 'blockquote'] as const
export type RichTextTag = (typeof richTextTags)[number]

/** Maximum nesting depth of elements. */
export const maxRichTextDepth = 12

/** Whether a link may be used: http(s), mailto or a path of this app. */
export function isRichTextLink(address: string): boolean {
  // Browsers drop tabs and line breaks in a URL and treat `\` as `/`: such a URL could look like a path of this app.
  return /^(?:https?:\/\/|mailto:|\/(?![/\\]))[^\s\p{Cc}]*$/iu.test(address) && URL.canParse(address, 'https://own')
}

/** Whether sanitized rich text has no visible text. */
export function isBlank(html: string): boolean {
  // In sanitized text `<` always starts a tag.
  return html.replace(/<[^>]*>|&nbsp;|[\s\p{Cf}]/gu, '') === ''
}
