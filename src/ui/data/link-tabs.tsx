import type { ReactNode } from 'react'
import { classNames } from '#src/ui/class-names.ts'
import type { LinkComponent } from '#src/ui/layout/layout-props.ts'

type LinkTabsProps = {
  /** Accessible name. */
  label: string
  tabs: readonly { key: string; href: string; label: ReactNode }[]
  /** Key of the current page. */
  current: string
  Link: LinkComponent
  /** After the tabs, at the other end of their row. */
  end?: ReactNode
  /** On a phone the row around them has the distance to the content. */
  isInRow?: boolean
}

/** Links between pages that belong together, with the look of tabs. */
export function LinkTabs({ label, tabs, current, Link, end, isInRow = false }: LinkTabsProps) {
  return (
    <nav
      aria-label={label}
      className={classNames(
        'mb-lg flex justify-between gap-x-lg overflow-x-auto border-b border-line [scrollbar-width:none] print:hidden',
        isInRow && 'max-md:mb-0',
      )}
    >
      <div className={classNames('flex gap-x-lg lg:flex-wrap', isInRow && 'max-md:gap-sm')}>
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
      </div>
      {end && <div className="flex shrink-0 items-center gap-xs self-end">{end}</div>}
    </nav>
  )
}
