import type { ReactNode } from 'react'
import { Button } from '#src/ui/forms/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { passFocusUp } from '#src/ui/removed-focus.ts'

type ShowMoreProps = {
  /** Position, such as «Показано 20 из 134». */
  status: ReactNode
  label: string
  busy?: boolean
  /** Absent when all is shown. */
  onMore?: (() => void) | undefined
}

/** Footer of a paginated list. */
export function ShowMore({ status, label, busy = false, onMore }: ShowMoreProps) {
  return (
    <div
      ref={passFocusUp}
      tabIndex={-1}
      className="flex flex-col items-center gap-sm pt-lg focus-visible:outline-none print:hidden"
    >
      <p role="status" className="text-sm text-ink-muted tabular-nums">
        {status}
      </p>
      {onMore && (
        <Button ref={passFocusUp} busy={busy} onClick={onMore}>
          {label}
        </Button>
      )}
    </div>
  )
}

type DisclosureProps = { summary: ReactNode; children: ReactNode; isOpen?: boolean }

/** Native `<details>` with the style of the application. `isOpen`: at first. */
export function Disclosure({ summary, children, isOpen = false }: DisclosureProps) {
  return (
    <details open={isOpen} className="group/disclosure min-w-0">
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
