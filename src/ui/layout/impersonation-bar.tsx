import type { ReactNode } from 'react'
import { Button } from '#src/ui/forms/button.tsx'
import { Icon } from '#src/ui/icon.tsx'

export type ImpersonationBarProps = {
  /** Name of the region. */
  label: string
  /** The impersonated user. */
  viewedUser: ReactNode
  /** The administrator. */
  administrator: ReactNode
  timeLeft: ReactNode
  action: string
  busy: boolean
  onEnd: () => void
}

/** Above any layout while an administrator is logged in as another user. Its height is `--impersonation-bar` in app.css. */
export function ImpersonationBar({
  label,
  viewedUser,
  administrator,
  timeLeft,
  action,
  busy,
  onEnd,
}: ImpersonationBarProps) {
  return (
    <section
      aria-label={label}
      data-impersonation=""
      className="z-header flex flex-wrap items-center gap-x-base gap-y-xs bg-grey-10 px-base py-xs text-sm text-ink-inverse md:px-lg lg:sticky lg:top-0 low:static lg:h-[56px] lg:flex-nowrap print:hidden forced-colors:border-b"
    >
      <span className="hidden lg:inline-flex">
        <Icon name="switch" />
      </span>
      <p className="min-w-0 flex-1 max-lg:basis-full lg:flex lg:gap-base">
        <strong className="block font-strong lg:truncate">{viewedUser}</strong>
        <span className="block opacity-80 lg:truncate">{administrator}</span>
      </p>
      <p className="tabular-nums opacity-80 max-lg:flex-1">{timeLeft}</p>
      <Button variant="primary" size="small" busy={busy} onClick={onEnd}>
        {action}
      </Button>
    </section>
  )
}
