import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import type { LinkComponent } from './layouts/frame-props.ts'

export type PaginationProps = {
  label: string
  /** Where one is, such as «Страница 2 из 9». */
  status: ReactNode
  previous: { href: string | null; label: string }
  next: { href: string | null; label: string }
  Link?: LinkComponent
}

const box = 'inline-flex size-control items-center justify-center rounded border'

/** Steps through pages that live in the address. */
export function Pagination({ label, status, previous, next, Link = 'a' }: PaginationProps) {
  const step = (to: { href: string | null; label: string }, icon: IconName) =>
    to.href ? (
      <Link
        href={to.href}
        aria-label={to.label}
        className={`${box} border-line bg-surface shadow-control hover:bg-grey-2`}
      >
        <Icon name={icon} />
      </Link>
    ) : (
      <span className={`${box} border-line-soft text-ink-disabled`}>
        <Icon name={icon} />
      </span>
    )
  return (
    <nav aria-label={label} className="flex items-center justify-center gap-base pt-lg print:hidden">
      {step(previous, 'arrow-left')}
      <span className="text-sm text-ink-muted tabular-nums">{status}</span>
      {step(next, 'arrow-right')}
    </nav>
  )
}
