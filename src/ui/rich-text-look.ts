import { classes } from './classes.ts'

/** How rich text looks, while it is written and wherever it is read. */
export function richTextClasses(extra?: string) {
  return classes(
    'min-w-0 [overflow-wrap:anywhere] [&>*+*]:mt-xs [&_p+*]:mt-xs [&_li]:ml-md [&_ol]:list-decimal [&_ul]:list-disc',
    '[&_a]:text-ink-link [&_a]:underline [&_blockquote]:border-l-2 [&_blockquote]:pl-sm [&_blockquote]:text-ink-muted',
    extra,
  )
}
