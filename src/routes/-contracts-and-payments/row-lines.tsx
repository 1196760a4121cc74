import type { ReactNode } from 'react'
import { classNames } from '#src/ui/class-names.ts'

type RowLinesProps = {
  title: ReactNode
  /** A badge: beside the title, on a phone at the begin of the second line. */
  state?: ReactNode
  /** Only a wide screen shows the state. */
  isStateWide?: boolean
  /** The second line. */
  children: ReactNode
}

/**
 * The two lines of a row. Each is cut where it does not fit: the page that the row opens has the whole. A phone has two
 * lines for the title.
 */
export function RowLines({ title, state, isStateWide = false, children }: RowLinesProps) {
  const isStateNarrow = Boolean(state) && !isStateWide
  return (
    <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,max-content)_minmax(0,1fr)] items-center gap-x-xs md:gap-x-sm">
      <div className={classNames('max-md:col-span-2 max-md:line-clamp-2 md:truncate', !state && 'md:col-span-2')}>
        {title}
      </div>
      {state && <div className={classNames('flex min-w-0', isStateWide && 'max-md:hidden')}>{state}</div>}
      <p
        className={classNames(
          'truncate text-sm text-ink-muted tabular-nums md:col-span-2',
          !isStateNarrow && 'max-md:col-span-2',
        )}
      >
        {children}
      </p>
    </div>
  )
}
