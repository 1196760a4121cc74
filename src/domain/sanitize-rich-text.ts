import createPurifier from 'dompurify'
import { isRichTextLink, richTextTags } from '#contract/input-formats.ts'

let purifier: ReturnType<typeof createPurifier> | null = null

/** Sanitizes HTML to the tags and links of `contract/input-formats.ts`. Used before sending and before rendering. */
export function sanitizeRichText(html: string): string {
  return getPurifier().sanitize(html, allowed)
}

/** Sanitizes HTML and returns detached nodes. */
export function richTextToNodes(html: string): DocumentFragment {
  return getPurifier().sanitize(html, { ...allowed, RETURN_DOM_FRAGMENT: true })
}

const allowed = { ALLOWED_TAGS: [...richTextTags], ALLOWED_ATTR: ['href'] }

/** Created on first use: there is no window at import time. */
function getPurifier() {
  if (purifier === null) {
    purifier = createPurifier(window)
    purifier.addHook('uponSanitizeAttribute', (_, attribute) => {
      attribute.keepAttr = attribute.attrName === 'href' && isRichTextLink(attribute.attrValue)
    })
  }
  return purifier
}
