import { type ReactNode, useMemo } from 'react'
import type { RichTextTag } from '#contract/rich-text.ts'
import { richTextNodes } from '#src/rich-text.ts'
import { RouterLink } from '#src/routes/-frame/router-link.tsx'
import { richTextClasses } from '#src/ui/rich-text-look.ts'

/** Rich text that somebody wrote, drawn from its cleaned nodes: no markup of theirs is ever given to the page. */
export function RichText({ html }: { html: string }) {
  const drawn = useMemo(() => drawingOf(richTextNodes(html)), [html])
  return <div className={richTextClasses()}>{drawn}</div>
}

function drawingOf({ childNodes }: Node): ReactNode[] {
  return [...childNodes].map((node, at) =>
    node instanceof Element ? drawElement(node, at) : node.nodeType === Node.TEXT_NODE && node.textContent,
  )
}

function drawElement(element: Element, key: number): ReactNode {
  // Cleaning has left no other.
  const Tag = element.localName as RichTextTag
  if (Tag === 'br') return <br key={key} />
  if (Tag === 'a') return <Link key={key} href={element.getAttribute('href') ?? undefined} words={drawingOf(element)} />
  return <Tag key={key}>{drawingOf(element)}</Tag>
}

/** Into a page of ours, or out to one that is told nothing of ours. */
function Link({ href, words }: { href: string | undefined; words: ReactNode }) {
  if (href === undefined) return words
  const outside = href.startsWith('/') ? {} : { target: '_blank', rel: 'noopener noreferrer nofollow' }
  return (
    <RouterLink href={href} {...outside}>
      {words}
    </RouterLink>
  )
}
