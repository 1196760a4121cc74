import sanitize from 'sanitize-html'
import { isRichTextLink, maxRichTextDepth, richTextTags } from '#contract/input-formats.ts'

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

const maxPasses = 10

/** Sanitizes the HTML of a rich text editor. Idempotent. */
export function sanitizeRichText(html: string): string {
  let cleaned = html
  // Removing a tag may nest paragraphs, which the next pass parses differently: repeat until stable.
  for (let passes = 0; passes < maxPasses; passes++) {
    const before = cleaned
    cleaned = sanitize(before, kept)
    if (cleaned === before) return cleaned
  }
  return sanitize(html, { allowedTags: [] })
}
