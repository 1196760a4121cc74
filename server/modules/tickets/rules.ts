import sanitize from 'sanitize-html'
import { ticketLength } from '#contract/limits.ts'
import { isBlank, isRichTextLink, richTextDepth, richTextTags } from '#contract/rich-text.ts'
import type { Day } from '#server/days.ts'

const kept: sanitize.IOptions = {
  allowedTags: [...richTextTags],
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  nestingLimit: richTextDepth,
  transformTags: {
    b: 'strong',
    i: 'em',
    a: (tagName, { href }) => ({ tagName, attribs: href !== undefined && isRichTextLink(href) ? { href } : {} }),
  },
  // A link that leads nowhere is its words.
  exclusiveFilter: ({ tag, attribs }) => (tag === 'a' && !attribs.href ? 'excludeTag' : false),
}

const mostPasses = 10

/** A letter with nothing in it but what a letter may hold, whoever sent it; once more changes nothing. */
export function cleanLetter(html: string): string {
  let cleaned = html
  // Paragraphs that a forbidden tag kept apart lie in one another once it is gone, and are read otherwise next time.
  for (let passes = 0; passes < mostPasses; passes++) {
    const before = cleaned
    cleaned = sanitize(before, kept)
    if (cleaned === before) return cleaned
  }
  return sanitize(html, { allowedTags: [] })
}

/** What is wrong with a cleaned letter, in a word; null when nothing is. Cleaning can make it longer: `&` is `&amp;`. */
export function letterFault(cleaned: string): 'too-short' | 'too-long' | null {
  if (isBlank(cleaned)) return 'too-short'
  return cleaned.length > ticketLength ? 'too-long' : null
}

/** By which people speak of a letter: `Р-2026-000123`, with the year of the school's calendar. */
export function ticketNumberOf(today: Day, count: number): string {
  return `Р-${today.slice(0, 4)}-${String(count).padStart(6, '0')}`
}
