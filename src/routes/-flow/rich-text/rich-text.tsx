import { type ReactNode, useMemo } from 'react'
import type { RichTextTag } from '#contract/input-formats.ts'
import { richTextToNodes } from '#src/domain/sanitize-rich-text.ts'
import { RouterLink } from '#src/routes/-flow/router-link.tsx'
import { useTicketPath } from '#src/routes/-flow/tickets/use-ticket-search.ts'
import { useSchoolLang } from '#src/routes/-query/labels/school-text.tsx'
import { richTextClassNames } from '#src/ui/data/rich-text-styles.ts'

/** Renders rich text from sanitized nodes; never inserts HTML into the page. */
export function RichText({ html }: { html: string }) {
  const content = useMemo(() => renderChildren(richTextToNodes(html)), [html])
  const lang = useSchoolLang()(html)
  return (
    <div lang={lang} className={richTextClassNames()}>
      {content}
    </div>
  )
}

function renderChildren({ childNodes }: Node): ReactNode[] {
  return [...childNodes].map((node, at) =>
    node instanceof Element ? renderElement(node, at) : node.nodeType === Node.TEXT_NODE && node.textContent,
  )
}

function renderElement(element: Element, key: number): ReactNode {
  // The sanitizer leaves only these tags.
  const Tag = element.localName as RichTextTag
  if (Tag === 'br') return <br key={key} />
  if (Tag === 'a')
    return <Link key={key} href={element.getAttribute('href') ?? undefined} text={renderChildren(element)} />
  return <Tag key={key}>{renderChildren(element)}</Tag>
}

/** Internal links go through the router, those to a new ticket over the current screen; external ones open a new tab without a referrer. */
function Link({ href, text }: { href: string | undefined; text: ReactNode }) {
  const ticketPath = useTicketPath()
  if (href === undefined) return text
  const outside = href.startsWith('/') ? {} : { target: '_blank', rel: 'noopener noreferrer nofollow' }
  return (
    <RouterLink href={ticketPath(href)} {...outside}>
      {text}
    </RouterLink>
  )
}
