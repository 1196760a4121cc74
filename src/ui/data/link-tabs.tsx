import type { ReactNode } from 'react'
import type { LinkComponent } from '#src/ui/layout/layout-props.ts'

type LinkTabsProps = {
  /** Accessible name. */
  label: string
  tabs: readonly { key: string; href: string; label: ReactNode }[]
  /** Key of the current page. */
  current: string
  Link: LinkComponent
}

/** Links between pages that belong together, with the look of tabs. */
export function LinkTabs({ label, tabs, current, Link }: LinkTabsProps) {
  return (
    <nav
      aria-label={label}
      className="mb-lg flex gap-lg overflow-x-auto border-b border-line [scrollbar-width:none] print:hidden"
    >
      {tabs.map(({ key, href, label: text }) => (
        <Link
          key={key}
          href={href}
          aria-current={key === current ? 'page' : undefined}
          className="-mb-px flex min-h-[44px] items-center border-b-2 border-transparent font-medium whitespace-nowrap text-ink-muted hover:text-ink focus-visible:-outline-offset-2 aria-[current=page]:border-primary aria-[current=page]:text-ink"
        >
          {text}
        </Link>
      ))}
    </nav>
  )
}
