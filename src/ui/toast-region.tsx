import type { ReactNode } from 'react'

export type ToastRegionProps = {
  /** Name of the region, such as «Уведомления». */
  label: string
  /** A `ToastList` each: what has gone well, and what has not. */
  status: ReactNode
  alert: ReactNode
}

/** Where notifications appear. It stands in the page from the start, so that what comes into it is read aloud. */
export function ToastRegion({ label, status, alert }: ToastRegionProps) {
  return (
    <section
      aria-label={label}
      className="pointer-events-none fixed inset-x-base bottom-base z-toast flex flex-col items-end gap-xs md:left-auto md:w-[400px] print:hidden"
    >
      <div role="status" className="w-full empty:hidden">
        {status}
      </div>
      <div role="alert" className="w-full empty:hidden">
        {alert}
      </div>
    </section>
  )
}
