import sanitize from 'sanitize-html'
import { isBlank, isRichTextLink, maxRichTextDepth, richTextTags } from '#contract/input-formats.ts'
import { ticketLength } from '#contract/limits.ts'
import type { Day } from '#server/calendar-days.ts'

const kept: sanitize.IOptions = {
  allowedTags: [...richTextTags],
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  nestingLimit: maxRichTextDepth,
  transformTags: {
    b: 'strong',
    i: 'em',
    a: (tagName, { href }) => ({ tagName, attribs: href !== undefined && isRichTextLink(href) ? { href } : {} }),
  },
  // A link without a target becomes plain text.
  exclusiveFilter: ({ tag, attribs }) => (tag === 'a' && !attribs.href ? 'excludeTag' : false),
}

const mostPasses = 10

/** Sanitizes the HTML of a ticket. Idempotent. */
export function sanitizeTicket(html: string): string {
  let cleaned = html
  // Removing a tag may nest paragraphs, which the next pass parses differently: repeat until stable.
  for (let passes = 0; passes < mostPasses; passes++) {
    const before = cleaned
    cleaned = sanitize(before, kept)
    if (cleaned === before) return cleaned
  }
  return sanitize(html, { allowedTags: [] })
}

/** Validation error of sanitized text, or null. Escaping can make the text longer. */
export function ticketProblem(cleaned: string): 'too-short' | 'too-long' | null {
  if (isBlank(cleaned)) return 'too-short'
  return cleaned.length > ticketLength ? 'too-long' : null
}

/** Ticket number `Р-2026-000123`, with the year in the school's time zone. */
export function formatTicketNumber(today: Day, count: number): string {
  return `Р-${today.slice(0, 4)}-${String(count).padStart(6, '0')}`
}
