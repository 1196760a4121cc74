import type { ReactNode } from 'react'
import { Button } from '#src/ui/forms/button.tsx'
import { Icon } from '#src/ui/icon.tsx'

export type ErrorBlockProps = {
  title: ReactNode
  /** What happened. */
  children?: ReactNode
  retryLabel?: string
  onRetry?: () => void
  /** The retry is running. */
  busy?: boolean
  /** Reference for support, such as the request id. */
  reference?: ReactNode
}

/** Error of a part of the page, with a retry. */
export function ErrorBlock({ title, children, retryLabel, onRetry, busy = false, reference }: ErrorBlockProps) {
  return (
    <div
      role="alert"
      className="flex flex-col items-center gap-xs rounded-lg border border-line-soft bg-surface px-base py-xl text-center"
    >
      <span className="mb-xs inline-flex size-xxl items-center justify-center rounded-full bg-surface-error text-ink-error">
        <Icon name="warning" size={24} />
      </span>
      <p className="text-lg font-strong">{title}</p>
      {children && <div className="max-w-narrow text-balance text-ink-muted">{children}</div>}
      {onRetry && (
        <div className="mt-base">
          <Button icon={<Icon name="refresh" />} busy={busy} onClick={onRetry}>
            {retryLabel}
          </Button>
        </div>
      )}
      {reference && <p className="mt-xs text-xs text-ink-muted">{reference}</p>}
    </div>
  )
}
