import type { ReactNode } from 'react'

/** Rows of one kind under each other, with a line between them. */
export function Rows({ children }: { children: ReactNode }) {
  return <ul className="divide-y divide-line-soft">{children}</ul>
}

export type RowProps = {
  /** A picture or an icon before the words. */
  start?: ReactNode
  title: ReactNode
  note?: ReactNode
  /** A status, a sum, or what one can do with it. */
  end?: ReactNode
  /** Stands under the note. */
  children?: ReactNode
}

export function Row({ start, title, note, end, children }: RowProps) {
  return (
    <li className="flex items-center gap-sm py-sm first:pt-0 last:pb-0">
      {start && <span className="shrink-0 text-ink-muted">{start}</span>}
      <div className="min-w-0 flex-1">
        <p className="font-medium">{title}</p>
        {note && <p className="text-sm break-words text-ink-muted tabular-nums">{note}</p>}
        {children}
      </div>
      {end && <div className="shrink-0">{end}</div>}
    </li>
  )
}
