import type { ReactNode } from 'react'

/** Above any layout of an installation that sends nothing. It scrolls away with the page. */
export function TrialBar({ children }: { children: ReactNode }) {
  return (
    <p className="bg-grey-10 px-base py-xs text-center text-sm text-ink-inverse md:px-lg print:hidden forced-colors:border-b">
      {children}
    </p>
  )
}
