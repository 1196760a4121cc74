import type { ReactNode } from 'react'

/** List with a line between its items. */
export function List({ children }: { children: ReactNode }) {
  return <ul className="divide-y divide-line-soft">{children}</ul>
}

export type ListItemProps = {
  /** Picture or icon before the text. */
  start?: ReactNode
  title: ReactNode
  note?: ReactNode
  /** Status, amount or action. */
  end?: ReactNode
  /** Content under the note. */
  children?: ReactNode
}

export function ListItem({ start, title, note, end, children }: ListItemProps) {
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
