import createPurifier from 'dompurify'
import { isRichTextLink, richTextTags } from '#contract/rich-text.ts'

let purifier: ReturnType<typeof createPurifier> | null = null

/** Rich text with nothing in it but what it may hold: before it is sent, and before any that was stored is drawn. */
export function cleanRichText(html: string): string {
  return purify().sanitize(html, allowed)
}

/** The same as nodes, which belong to no document. */
export function richTextNodes(html: string): DocumentFragment {
  return purify().sanitize(html, { ...allowed, RETURN_DOM_FRAGMENT: true })
}

const allowed = { ALLOWED_TAGS: [...richTextTags], ALLOWED_ATTR: ['href'] }

/** Made when it is first wanted: a window is not there before. */
function purify() {
  if (purifier === null) {
    purifier = createPurifier(window)
    purifier.addHook('uponSanitizeAttribute', (_, attribute) => {
      attribute.keepAttr = attribute.attrName === 'href' && isRichTextLink(attribute.attrValue)
    })
  }
  return purifier
}
