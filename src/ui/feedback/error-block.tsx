import type { ReactNode } from 'react'
import { Button } from '#src/ui/forms/button.tsx'
import { Icon, type IconName, NestedIcon } from '#src/ui/icon.tsx'
import { pageTitleClasses } from '#src/ui/layout/page-heading.tsx'

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
  /** Status code, such as «404»; its first zero is a picture. */
  code: string
  icon: IconName
  title: ReactNode
  children: ReactNode
  /** Buttons and links. */
  actions: ReactNode
}

/** Content of an error page. */
export function ErrorMessage({ code, icon, title, children, actions }: ErrorMessageProps) {
  const zero = code.indexOf('0')
  return (
    <div className="flex w-full max-w-[560px] flex-col items-center gap-base text-center">
      <p
        aria-hidden="true"
        className="flex items-center text-[96px]/[1] font-strong text-mark-accent tabular-nums md:text-[144px]/[1]"
      >
        {code.slice(0, zero)}
        <Zero icon={icon} />
        {code.slice(zero + 1)}
      </p>
      <h1 className={pageTitleClasses}>{title}</h1>
      <div className="flex max-w-text flex-col gap-xs text-lg text-balance text-ink-muted">{children}</div>
      <div className="mt-xs flex flex-wrap justify-center gap-xs">{actions}</div>
    </div>
  )
}

/** A zero of the height of a digit: a disc of simple shapes with an icon. */
function Zero({ icon }: { icon: IconName }) {
  return (
    <svg viewBox="0 0 96 96" aria-hidden="true" className="mx-xxs size-[0.72em]">
      <circle cx="48" cy="48" r="48" className="fill-primary-3" />
      <path d="M48 0a48 48 0 0 1 48 48H48z" className="fill-primary" />
      <path d="M0 48h48v48A48 48 0 0 1 0 48z" className="fill-primary-2" />
      <circle cx="48" cy="48" r="30" className="fill-surface" />
      <g className="text-ink-accent">
        <NestedIcon name={icon} x={30} y={30} side={36} />
      </g>
    </svg>
  )
}
