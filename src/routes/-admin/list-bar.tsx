import type { ReactNode } from 'react'

type ListBarProps = {
  /** What the list is; above it. */
  children?: ReactNode
  /** How much it has or what comes here, in place of `children`; on a phone below the list. */
  note?: ReactNode
  /** What is done with the list or with its rows; above it, at the end of the line. */
  actions?: ReactNode
  /** Links beside the actions; on a phone below the list. */
  tools?: ReactNode
  list: ReactNode
}

/** A list with a line above it. On a phone only the actions are above, so that the list begins at once. */
export function ListBar({ children, note, actions, tools, list }: ListBarProps) {
  return (
    <section className="flex flex-col gap-sm md:grid md:grid-cols-[minmax(0,1fr)_auto] md:items-center">
      <div
        className={`text-sm text-ink-muted tabular-nums empty:hidden md:empty:block ${note ? 'max-md:order-last' : ''}`}
      >
        {note ?? children}
      </div>
      <div className="flex flex-wrap items-center gap-x-base gap-y-xs max-md:contents">
        <div className="flex flex-wrap items-center gap-x-base gap-y-xs empty:hidden max-md:order-last">{tools}</div>
        {actions}
      </div>
      <div className="md:col-span-2">{list}</div>
    </section>
  )
}
