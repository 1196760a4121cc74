import type { ReactNode } from 'react'
import { Button } from '#src/ui/forms/button.tsx'

export type ShowMoreProps = {
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
    <div className="flex flex-col items-center gap-sm pt-lg print:hidden">
      <p role="status" className="text-sm text-ink-muted tabular-nums">
        {status}
      </p>
      {onMore && (
        <Button busy={busy} onClick={onMore}>
          {label}
        </Button>
      )}
    </div>
  )
}
