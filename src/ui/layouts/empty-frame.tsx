import type { ReactNode } from 'react'

/** No frame at all: one short line in the middle, while something happens. */
export function EmptyFrame({ children }: { children: ReactNode }) {
  return (
    <main
      id="content"
      tabIndex={-1}
      className="flex min-h-[calc(100dvh-var(--bar))] items-center justify-center px-base py-xxl focus-visible:outline-none"
    >
      {children}
    </main>
  )
}
