import sanitize from 'sanitize-html'
import type { TicketState } from '#contract/enumerations.ts'
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

/** Text of sanitized HTML without markup, in one line. */
export function plainText(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** The states that an administrator may set by hand. `answered` follows from an answer alone. */
const nextStates: Record<TicketState, readonly TicketState[]> = {
  received: ['inProgress', 'closed'],
  inProgress: ['received', 'closed'],
  answered: ['inProgress', 'closed'],
  closed: ['inProgress'],
}

export function mayChangeState(from: TicketState, to: TicketState): boolean {
  return nextStates[from].includes(to)
}

/** A reply of the author opens a ticket that was answered or closed. */
export function stateAfterReply({ state, assigneeId }: { state: TicketState; assigneeId: string | null }): TicketState {
  if (state === 'received' || state === 'inProgress') return state
  return assigneeId === null ? 'received' : 'inProgress'
}
