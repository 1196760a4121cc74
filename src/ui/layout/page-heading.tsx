import type { ReactNode } from 'react'

export type PageHeadingProps = {
  /** Link to the parent page, above the heading. */
  back?: ReactNode
  lead?: ReactNode
  /** Badge next to the heading. */
  aside?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** The `h1` of a page. */
export function PageHeading({ back, lead, aside, actions, children }: PageHeadingProps) {
  return (
    <header className="mb-lg flex flex-wrap items-end justify-between gap-x-lg gap-y-base">
      <div className="min-w-0">
        {back && <div className="mb-xs text-sm print:hidden">{back}</div>}
        <div className="flex flex-wrap items-center gap-x-sm gap-y-xxs">
          <h1 className="min-w-0 text-2xl md:text-3xl">{children}</h1>
          {aside}
        </div>
        {lead && <p className="mt-xs max-w-text text-ink-muted">{lead}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-xs">{actions}</div>}
    </header>
  )
}
