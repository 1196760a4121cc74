import type { ReactNode } from 'react'

type ListBarProps = {
  /** What the list is; above it. */
  children?: ReactNode
  /** How much it has or what comes here, in place of `children`; on a phone below the list. */
  note?: ReactNode
  /** At the other end; on a phone below the list. */
  tools: ReactNode
  list: ReactNode
}

/** A list with a line above it. On a phone the line is below, so that the list begins at once. */
export function ListBar({ children, note, tools, list }: ListBarProps) {
  return (
    <section className="flex flex-col gap-sm md:grid md:grid-cols-[minmax(0,1fr)_auto] md:items-center">
      <div
        className={`text-sm text-ink-muted tabular-nums empty:hidden md:empty:block ${note ? 'max-md:order-last' : ''}`}
      >
        {note ?? children}
      </div>
      <div className="flex flex-wrap items-center gap-x-base gap-y-xs max-md:order-last">{tools}</div>
      <div className="md:col-span-2">{list}</div>
    </section>
  )
}
