import type { ReactNode } from 'react'

/** Layout with centred content only. */
export function EmptyLayout({ children }: { children: ReactNode }) {
  return (
    <main
      id="content"
      tabIndex={-1}
      className="flex min-h-[calc(100dvh-var(--impersonation-bar))] items-center justify-center px-base py-xxl focus-visible:outline-none"
    >
      {children}
    </main>
  )
}
