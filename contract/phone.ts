/**
 * A number as the wire wants it (E.164), however it was typed: with +7, 8, 7 or nothing in front, with brackets, spaces
 * and dashes. Free of zod: the browser may import it. Whether it can be a number is for its reader to say.
 */
export function phoneFrom(text: string): string {
  const typed = text.trim()
  const digits = typed.replace(/\D/g, '')
  if (typed.startsWith('+')) return `+${digits}`
  if (/^[78]\d{10}$/.test(digits)) return `+7${digits.slice(1)}`
  return /^9\d{9}$/.test(digits) ? `+7${digits}` : `+${digits}`
}

/** Whether a number has as many digits as E.164 allows, and begins with a country. */
export function isPhone(number: string): boolean {
  return /^\+[1-9]\d{7,14}$/.test(number)
}
