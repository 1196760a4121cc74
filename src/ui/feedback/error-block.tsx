import type { ReactNode } from 'react'
import { Button } from '#src/ui/forms/button.tsx'
import { Icon } from '#src/ui/icon.tsx'

type ErrorBlockProps = {
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

type ErrorMessageProps = {
  /** Status code, such as «404». */
  code: string
  title: ReactNode
  children: ReactNode
  /** Buttons and links. */
  actions: ReactNode
}

/** Content of an error page. */
export function ErrorMessage({ code, title, children, actions }: ErrorMessageProps) {
  return (
    <div className="flex w-full max-w-[560px] flex-col items-start gap-base">
      <p
        aria-hidden="true"
        className="text-[96px]/[1] font-strong tracking-[-0.05em] text-mark-accent tabular-nums md:text-[144px]/[1]"
      >
        {code}
      </p>
      <h1 className="text-2xl md:text-3xl">{title}</h1>
      <div className="flex max-w-text flex-col gap-xs text-lg text-ink-muted">{children}</div>
      <div className="mt-xs flex flex-wrap gap-xs">{actions}</div>
    </div>
  )
}
