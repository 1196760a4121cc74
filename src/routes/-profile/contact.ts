import { isPhone, phoneFrom } from '#contract/phone.ts'
import type { Channel } from '#src/machines/one-time-code.ts'

/** What is wrong with a typed address or number, before the server is asked. */
export type ContactFault = 'no-email' | 'no-phone' | 'same'

/** As the wire wants it: an address without spaces around it, a number in E.164 whether it began with 8, 7 or +7. */
export function contactFrom(channel: Channel, text: string): string {
  return channel === 'email' ? text.trim() : phoneFrom(text)
}

export function faultOf(channel: Channel, value: string, present: string | null): ContactFault | null {
  if (value.toLowerCase() === present?.toLowerCase()) return 'same'
  if (channel === 'email') return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value) ? null : 'no-email'
  return isPhone(value) ? null : 'no-phone'
}
