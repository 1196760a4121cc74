import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { separator } from '#src/i18n/labels.ts'
import { classNames } from '#src/ui/class-names.ts'
import { Icon, type IconName } from '#src/ui/icon.tsx'

type HomeRowProps = {
  icon: IconName
  /** A screen of the app, or the address of another one, which opens beside it. */
  to: Pick<LinkProps, 'to' | 'params' | 'search'> | { href: string }
  title: ReactNode
  note: readonly (string | null)[]
  /** Until when. */
  due?: ReactNode
  /** What the press does, where it is more than looking. */
  action?: ReactNode
}

const row =
  'flex min-h-[56px] items-center gap-sm px-base py-xs hover:bg-grey-2 focus-visible:-outline-offset-2 md:px-lg'

/** A row of a list of the home page: what it is, until when, and one press. */
export function HomeRow({ to, ...content }: HomeRowProps) {
  if ('href' in to)
    return (
      <a href={to.href} target="_blank" rel="noopener" className={row}>
        <Content {...content} />
      </a>
    )
  return (
    <Link {...to} resetScroll={to.to !== '.'} className={row}>
      <Content {...content} />
    </Link>
  )
}

function Content({ icon, title, note, due, action }: Omit<HomeRowProps, 'to'>) {
  return (
    <>
      <span className="text-ink-muted">
        <Icon name={icon} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-baseline gap-x-xs">
          <span className="font-medium wrap-anywhere">{title}</span>
          {due && <span className="text-sm">{due}</span>}
        </span>
        <span className="block truncate text-sm text-ink-muted">{note.filter(Boolean).join(separator)}</span>
      </span>
      {action && <span className="shrink-0 text-sm font-medium text-ink-link">{action}</span>}
      <span className={classNames('text-ink-muted', action !== undefined && 'max-md:hidden')}>
        <Icon name="arrow-right" />
      </span>
    </>
  )
}
