import { isRichTextLink } from '#contract/rich-text.ts'

/** The address that a person means by what they typed or pasted; null where it is none that a letter may hold. */
export function linkAddressFrom(text: string): string | null {
  const typed = text.trim()
  const address = spelled(typed)
  return typed.length > 0 && isRichTextLink(address) ? address : null
}

function spelled(typed: string): string {
  if (/^(?:[a-z][a-z\d+-]*:|\/)/i.test(typed)) return typed
  if (/^[^@/]+@[^@/]+\.[^@/]+$/.test(typed)) return `mailto:${typed}`
  return typed.includes('.') ? `https://${typed}` : ''
}
