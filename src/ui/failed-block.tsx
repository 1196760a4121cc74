import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

export type FailedBlockProps = {
  title: ReactNode
  /** What happened, in words for people. */
  children?: ReactNode
  retryLabel?: string
  onRetry?: () => void
  /** Trying again now. */
  busy?: boolean
  /** What support may ask for, such as the request's number. */
  reference?: ReactNode
}

/** A part of the page that could not be had; the rest of the page stays. */
export function FailedBlock({ title, children, retryLabel, onRetry, busy = false, reference }: FailedBlockProps) {
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
