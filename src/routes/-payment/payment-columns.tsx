import type { ReactNode } from 'react'
import { classNames } from '#src/ui/class-names.ts'

type PaymentColumnsProps = {
  children: ReactNode
  aside: ReactNode
  /** Below both on narrower screens: a bar of the sum would cover it before. */
  below?: ReactNode
  /** The sum and its button below the rest of the `aside`, with `below` under it. */
  bar?: ReactNode
}

/**
 * Content of a step, and beside it on wide screens the sum and its parts; below it on narrower ones. The bar is a child of the
 * grid: in a box of its own it would not reach the lower edge of a phone before the box does.
 */
export function PaymentColumns({ children, aside, bar, below }: PaymentColumnsProps) {
  const hasBar = Boolean(bar)
  return (
    <div
      className={classNames(
        'grid items-start gap-lg lg:grid-cols-[minmax(0,1fr)_360px]',
        hasBar && 'lg:grid-rows-[auto_auto_1fr] lg:gap-y-base',
      )}
    >
      <div className={classNames('flex min-w-0 flex-col gap-lg', hasBar && 'lg:row-span-3')}>{children}</div>
      {aside}
      {bar}
      {below}
    </div>
  )
}

/** `isBar`: at the lower edge of a phone, above its menu, while the content scrolls. */
export function StickySummary({ isBar = false, children }: { isBar?: boolean; children: ReactNode }) {
  return (
    <div
      className={classNames(
        'min-w-0 rounded-lg border border-line-soft bg-surface p-base lg:sticky lg:top-[calc(var(--sticky-top)+24px)] lg:p-lg low:static print:hidden',
        isBar &&
          'z-sticky max-lg:sticky max-lg:border-line max-lg:bg-surface-raised max-lg:shadow-raised max-md:bottom-[calc(64px+env(safe-area-inset-bottom))] max-md:p-sm md:max-lg:bottom-base',
      )}
    >
      {children}
    </div>
  )
}
