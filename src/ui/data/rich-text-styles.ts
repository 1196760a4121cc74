import { classNames } from '#src/ui/class-names.ts'

/** Styles of rich text, in the editor and where it is shown. */
export function richTextClassNames(extra?: string) {
  return classNames(
    'min-w-0 [overflow-wrap:anywhere] [&>*+*]:mt-xs [&_p+*]:mt-xs [&_li]:ml-md [&_ol]:list-decimal [&_ul]:list-disc',
    '[&_a]:text-ink-link [&_a]:underline [&_blockquote]:border-l-2 [&_blockquote]:pl-sm [&_blockquote]:text-ink-muted',
    extra,
  )
}
