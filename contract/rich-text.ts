/**
 * What rich text that people write may hold: letters about the schedule and the answers to them. The editor offers no
 * more, the browser keeps no more before it sends or draws anything, and the server keeps no more whoever sent it.
 * Free of zod: the browser may import it.
 */
export const richTextTags = ['p', 'br', 'strong', 'em', 'ul', 'ol', 'li', 'a', 'blockquote'] as const
export type RichTextTag = (typeof richTextTags)[number]

/** Lists within lists, and what is in them; deeper is nothing that a person writes. */
export const richTextDepth = 12

/** Where a link of rich text may lead: the web, a letter, or a page of ours. */
export function isRichTextLink(address: string): boolean {
  // Browsers drop tabs and line ends within an address and take `\` for `/`: what is none of ours could look like it.
  return /^(?:https?:\/\/|mailto:|\/(?![/\\]))[^\s\p{Cc}]*$/iu.test(address) && URL.canParse(address, 'https://own')
}

/** Whether cleaned rich text says nothing: tags, spaces and what cannot be seen are no words. */
export function isBlank(html: string): boolean {
  // In what is cleaned a `<` begins a tag and nothing else.
  return html.replace(/<[^>]*>|&nbsp;|[\s\p{Cf}]/gu, '') === ''
}
