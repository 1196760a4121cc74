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

/** Whether the text is a valid E.164 number. */
export function isPhone(number: string): boolean {
  return phonePattern.test(number)
}
