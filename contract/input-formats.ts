/**
 * Allowed rich text of tickets and their answers. The editor offers nothing else; browser and server sanitize to it.
 * Without zod: the browser may import it.
 */
export const richTextTags = ['p', 'br', 'strong', 'em', 'ul', 'ol', 'li', 'a', 'blockquote'] as const
export type RichTextTag = (typeof richTextTags)[number]

/** Maximum nesting depth of elements. */
export const maxRichTextDepth = 12

/** Whether a link may be used: http(s), mailto or a path of this app. */
export function isRichTextLink(address: string): boolean {
  // Browsers drop tabs and line breaks in a URL and treat `\` as `/`: such a URL could look like a path of this app.
  return /^(?:https?:\/\/|mailto:|\/(?![/\\]))[^\s\p{Cc}]*$/iu.test(address) && URL.canParse(address, 'https://own')
}

/** Whether sanitized rich text has no visible text. */
export function isBlank(html: string): boolean {
  // In sanitized text `<` always starts a tag.
  return html.replace(/<[^>]*>|&nbsp;|[\s\p{Cf}]/gu, '') === ''
}
