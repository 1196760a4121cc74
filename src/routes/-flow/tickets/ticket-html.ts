import { sanitizeRichText } from '#src/domain/sanitize-rich-text.ts'
import type { Fact } from '#src/machines/ticket.ts'

/** Link to the schedule entry that a ticket is about. */
export type TicketSubject = { href: string; text: string }

export type TicketContent = {
  subject: TicketSubject | null
  html: string
  /** Attached diagnostics; empty without the user's consent. */
  facts: readonly Fact[]
}

/** Localized headings of the generated parts. */
export type TicketHeadings = { subject: string; facts: string }

/**
 * HTML of a ticket. The call takes only text, so the subject is the first paragraph and the diagnostics are a
 * blockquote at the end.
 */
export function ticketHtml({ subject, html, facts }: TicketContent, headings: TicketHeadings): string {
  const lines = facts.map(({ term, value }) => `<li><p>${escapeHtml(term)}: ${escapeHtml(truncated(value))}</p></li>`)
  const first =
    subject &&
    `<p>${escapeHtml(headings.subject)}: <a href="${escapeHtml(subject.href)}">${escapeHtml(subject.text)}</a></p>`
  const last =
    lines.length > 0 && `<blockquote><p>${escapeHtml(headings.facts)}</p><ul>${lines.join('')}</ul></blockquote>`
  return sanitizeRichText([first, withoutTrailingParagraphs(html), last].filter(Boolean).join(''))
}

/** The editor adds empty paragraphs at the end. */
function withoutTrailingParagraphs(html: string): string {
  return html.replace(/(?:<p>(?:\s|<br>)*<\/p>)+$/u, '')
}

const maxValueLength = 300

function truncated(value: string): string {
  return value.length > maxValueLength ? `${value.slice(0, maxValueLength)}…` : value
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
