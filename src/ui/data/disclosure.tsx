import type { ReactNode } from 'react'
import { Icon } from '#src/ui/icon.tsx'

/** Native `<details>` with the style of the application. */
export function Disclosure({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  return (
    <details className="group/disclosure min-w-0">
      <summary className="flex min-h-control cursor-pointer list-none items-center gap-xs rounded font-medium hover:text-ink-link [&::-webkit-details-marker]:hidden">
        <span className="transition-transform group-open/disclosure:rotate-180">
          <Icon name="arrow-down" />
        </span>
        <span className="min-w-0">{summary}</span>
      </summary>
      <div className="pt-xs">{children}</div>
    </details>
  )
}
