import type { Fact } from '#src/machines/ticket.ts'
import { cleanRichText } from '#src/rich-text.ts'

/** What of the schedule a letter is about: words that lead there. */
export type About = { href: string; words: string }

export type Letter = {
  about: About | null
  html: string
  /** What of the screen goes along; none where the person has not agreed. */
  facts: readonly Fact[]
}

/** The headings of what is not the person's own text. */
export type LetterWords = { about: string; facts: string }

/**
 * The whole letter as it is sent, shown before and read afterwards: the call takes nothing but its text (S7), so the
 * entry that it is about is its first paragraph, and what was attached is a quotation at its end.
 */
export function letterOf({ about, html, facts }: Letter, words: LetterWords): string {
  const lines = facts.map(({ term, value }) => `<li><p>${escaped(term)}: ${escaped(clipped(value))}</p></li>`)
  const first = about && `<p>${escaped(words.about)}: <a href="${escaped(about.href)}">${escaped(about.words)}</a></p>`
  const last = lines.length > 0 && `<blockquote><p>${escaped(words.facts)}</p><ul>${lines.join('')}</ul></blockquote>`
  return cleanRichText([first, withoutTail(html), last].filter(Boolean).join(''))
}

/** Empty paragraphs at the end are the editor's, not the person's. */
function withoutTail(html: string): string {
  return html.replace(/(?:<p>(?:\s|<br>)*<\/p>)+$/u, '')
}

const longestValue = 300

function clipped(value: string): string {
  return value.length > longestValue ? `${value.slice(0, longestValue)}…` : value
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
