import type { ReactNode } from 'react'
import { classNames } from '#src/ui/class-names.ts'

type PaymentColumnsProps = {
  children: ReactNode
  aside: ReactNode
  /** Below both on narrower screens: a bar of the sum would cover it before. */
  below?: ReactNode
}

/** Content of a step, and beside it on wide screens the sum and its parts; below it on narrower ones. */
export function PaymentColumns({ children, aside, below }: PaymentColumnsProps) {
  return (
    <div className="grid items-start gap-lg lg:grid-cols-[minmax(0,1fr)_360px]">
      <div className="flex min-w-0 flex-col gap-lg">{children}</div>
      {aside}
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
