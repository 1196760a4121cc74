import { classes } from './classes.ts'

/** How rich text looks, while it is written and wherever it is read. */
export function richTextClasses(extra?: string) {
  return classes(
    'min-w-0 [overflow-wrap:anywhere] [&_strong]:font-strong [&_em]:italic',
    '[&_p+p]:mt-xs [&_p+ul]:mt-xs [&_p+ol]:mt-xs [&_ul+p]:mt-xs [&_ol+p]:mt-xs [&_blockquote]:mt-sm',
    '[&_ul]:list-disc [&_ol]:list-decimal [&_ul]:pl-md [&_ol]:pl-md [&_li+li]:mt-xxs',
    '[&_a]:text-ink-link [&_a]:underline [&_a]:underline-offset-4',
    '[&_blockquote]:border-l-2 [&_blockquote]:border-line [&_blockquote]:pl-sm [&_blockquote]:text-ink-muted',
    extra,
  )
}
