import type { Channel } from '#src/machines/one-time-code.ts'

/** What is wrong with a typed address or number, before the server is asked. */
export type ContactFault = 'no-email' | 'no-phone' | 'same'

/** As the wire wants it: an address without spaces around it, a number in E.164 whether it began with 8, 7 or +7. */
export function contactFrom(channel: Channel, text: string): string {
  const typed = text.trim()
  if (channel === 'email') return typed
  const digits = typed.replace(/\D/g, '')
  if (typed.startsWith('+')) return `+${digits}`
  if (/^[78]\d{10}$/.test(digits)) return `+7${digits.slice(1)}`
  return /^9\d{9}$/.test(digits) ? `+7${digits}` : `+${digits}`
}

export function faultOf(channel: Channel, value: string, present: string | null): ContactFault | null {
  if (value.toLowerCase() === present?.toLowerCase()) return 'same'
  if (channel === 'email') return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value) ? null : 'no-email'
  return /^\+[1-9]\d{7,14}$/.test(value) ? null : 'no-phone'
}
