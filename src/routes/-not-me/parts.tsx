import type { ReactNode } from 'react'

/** The paragraphs of the page, one below the other, and what one can do. */
export function Parts({ children, actions }: { children: ReactNode; actions: ReactNode }) {
  return (
    <div className="flex flex-col gap-lg">
      <div className="flex max-w-text flex-col gap-base">{children}</div>
      <div className="flex flex-wrap gap-xs">{actions}</div>
    </div>
  )
}
