import type { ComponentProps, ReactNode } from 'react'

type NewsEntryProps = Omit<ComponentProps<'li'>, 'className' | 'style' | 'title' | 'children'> & {
  /** Day of publication, with badges. */
  day: ReactNode
  title: ReactNode
  heading?: 'h2' | 'h3'
  /** The beginning of the text. */
  preview: string
}

/** A news item in the list of news. */
export function NewsEntry({ day, title, heading: Heading = 'h2', preview, ...rest }: NewsEntryProps) {
  return (
    <li
      {...rest}
      className="group relative flex flex-col items-start gap-xxs p-base transition-colors hover:bg-surface-hover md:grid md:grid-cols-[136px_minmax(0,1fr)] md:gap-x-lg md:px-lg"
    >
      <p className="flex flex-wrap items-center gap-xs text-sm text-ink-muted tabular-nums md:row-span-2 md:flex-col md:items-start md:pt-half">
        {day}
      </p>
      <Heading className="max-w-text text-lg wrap-anywhere">{title}</Heading>
      <p className="line-clamp-2 max-w-text text-ink-muted wrap-anywhere">{preview}</p>
    </li>
  )
}
