import type { ReactNode } from 'react'
import { classNames } from '#src/ui/class-names.ts'

export type PageHeadingProps = {
  /** Link to the parent page, above the heading. */
  back?: ReactNode
  lead?: ReactNode
  /** Badge next to the heading. */
  aside?: ReactNode
  actions?: ReactNode
  /** One line of 44 px on a phone, beside controls. */
  isCompact?: boolean
  /** Only for screen readers: the first heading of the content names the page in better words. */
  isHidden?: boolean
  children: ReactNode
}

/** The `h1` of a page. */
export function PageHeading({
  back,
  lead,
  aside,
  actions,
  isCompact = false,
  isHidden = false,
  children,
}: PageHeadingProps) {
  return (
    <header
      className={classNames(
        'flex flex-wrap items-end justify-between gap-x-lg gap-y-base',
        headingMargin(isCompact, isHidden),
      )}
    >
      <div className="min-w-0">
        {back && <div className="mb-xs text-sm print:hidden">{back}</div>}
        <div className="flex flex-wrap items-center gap-x-sm gap-y-xxs">
          <h1
            className={
              isHidden
                ? 'sr-only'
                : classNames('min-w-0 md:text-3xl', isCompact ? 'text-base min-[400px]:text-xl' : 'text-2xl')
            }
          >
            {children}
          </h1>
          {aside}
        </div>
        {lead && <p className="mt-xxs max-w-text md:mt-xs text-ink-muted">{lead}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-xs">{actions}</div>}
    </header>
  )
}

function headingMargin(isCompact: boolean, isHidden: boolean): string {
  if (isHidden) return 'mb-xxs'
  return isCompact ? 'md:mb-lg print:mb-xxs' : 'mb-base md:mb-lg'
}
