import type { ReactNode } from 'react'
import { classNames } from '#src/ui/class-names.ts'

export type PageHeadingProps = {
  /** Link to the parent page, above the heading. */
  back?: ReactNode
  lead?: ReactNode
  /** Badge next to the heading. */
  aside?: ReactNode
  actions?: ReactNode
  /** On a phone one line, beside controls: without the lead. */
  isCompact?: boolean
  /** Only for screen readers: the first heading of the content names the page in better words. */
  isHidden?: boolean
  children: ReactNode
}

/** The size of every title of a page: one on phones, one on wide screens. */
export const pageTitleClasses = 'text-xl md:text-3xl'

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
        'flex flex-wrap justify-between gap-x-lg gap-y-base',
        // Actions stand in the line of the title: above the lead, below the link to the parent page.
        lead && !back ? 'items-start' : 'items-end',
        isCompact && Boolean(actions) && 'max-md:min-h-[44px] min-[360px]:max-md:flex-nowrap max-md:gap-x-xs',
        isCompact && Boolean(actions) && !back && 'max-md:items-center',
        headingMargin(isCompact, isHidden),
      )}
    >
      <div className="min-w-0">
        {back && <div className="-mt-sm mb-xxs md:-mt-xs print:hidden">{back}</div>}
        <div className="flex flex-wrap items-center gap-x-sm gap-y-xxs">
          <h1 className={isHidden ? 'sr-only' : classNames('min-w-0', pageTitleClasses)}>{children}</h1>
          {aside}
        </div>
        {lead && (
          <p className={classNames('mt-xxs max-w-text text-ink-muted md:mt-xs', isCompact && 'max-md:hidden')}>
            {lead}
          </p>
        )}
      </div>
      {actions && (
        <div
          className={classNames(
            'flex gap-xs',
            isCompact ? 'min-[360px]:max-md:shrink-0 md:flex-wrap' : 'flex-wrap',
            // The middle of the controls is that of the title.
            isCompact && Boolean(back) && 'max-md:-mb-xs',
          )}
        >
          {actions}
        </div>
      )}
    </header>
  )
}

function headingMargin(isCompact: boolean, isHidden: boolean): string {
  if (isHidden) return 'mb-xxs'
  return isCompact ? 'md:mb-lg print:mb-xxs' : 'mb-base md:mb-lg'
}
