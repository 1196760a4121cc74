import { Link, type LinkProps } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { separator } from '#src/i18n/labels.ts'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { Icon, type IconShape } from '#src/ui/icon.tsx'
import { NewDot } from './home-block.tsx'

type HomeRowProps = {
  /** An icon, or what is shown in its place: a mark, a day, a time. */
  start: IconShape | { content: ReactNode }
  /** A screen of the app, or the address of another one, which opens beside it. Absent where the row opens nothing. */
  to?: Pick<LinkProps, 'to' | 'params' | 'search'> | { href: string } | undefined
  title: ReactNode
  badge?: ReactNode
  isNew?: boolean
  /** Whose it is, before the rest of the second line. */
  who?: string
  /** Until when. On a phone it takes the place of the note, except where there is an action. */
  due?: ReactNode
  note: readonly (string | null)[]
  /** Nothing is cut: the lines wrap. */
  isWhole?: boolean
  /** What the press does, where it is more than looking. */
  action?: ReactNode
  /** A figure that stands under those of the other rows. */
  end?: ReactNode
}

const row = 'flex min-h-[56px] items-center gap-sm px-base md:px-lg'
const pressed = 'hover:bg-grey-2 focus-visible:-outline-offset-2'

/** A row of a list of a home page: what it is, until when, and one press. */
export function HomeRow({ to, ...content }: HomeRowProps) {
  // What is shown in place of an icon is as high as two lines.
  const look = `${row} ${isIcon(content.start) ? 'py-xs' : 'py-xxs md:py-xs'}`
  if (to === undefined)
    return (
      <div className={look}>
        <Content {...content} />
      </div>
    )
  if ('href' in to)
    return (
      <a href={to.href} target="_blank" rel="noopener" className={`${look} ${pressed}`}>
        <Content {...content} isLink />
      </a>
    )
  return (
    <Link {...to} resetScroll={to.to !== '.'} className={`${look} ${pressed}`}>
      <Content {...content} isLink />
    </Link>
  )
}

function isIcon(start: HomeRowProps['start']): start is IconShape {
  return typeof start === 'string' || 'path' in start
}

type ContentProps = Omit<HomeRowProps, 'to'> & { isLink?: boolean }

function Content({
  start,
  title,
  badge,
  isNew = false,
  who,
  due,
  note,
  isWhole = false,
  action,
  end,
  isLink = false,
}: ContentProps) {
  const details = note.flatMap((part) => part || [])
  return (
    <>
      {isIcon(start) ? (
        <span className="text-ink-muted">
          <Icon name={start} />
        </span>
      ) : (
        start.content
      )}
      <span className="min-w-0 flex-1">
        {/* On the narrowest screens the badge gives way to the longest word of the title. */}
        <span className="flex items-baseline gap-x-xs max-[359px]:flex-wrap">
          {isNew && <NewDot />}
          <span
            className={classNames(
              'min-w-0 font-medium wrap-anywhere max-[359px]:min-w-min max-[359px]:flex-1 max-[359px]:wrap-break-word',
              !isWhole && 'line-clamp-3 md:line-clamp-2',
            )}
          >
            {typeof title === 'string' ? <SchoolText>{title}</SchoolText> : title}
          </span>
          {badge && <span className="shrink-0">{badge}</span>}
        </span>
        <span
          className={classNames(
            'text-sm',
            isWhole && 'block',
            !isWhole && (due || action ? 'line-clamp-3 md:line-clamp-2' : 'line-clamp-1 md:line-clamp-2'),
          )}
        >
          {who && <SchoolText>{`${who}${due || details.length > 0 ? ': ' : ''}`}</SchoolText>}
          {due}
          {details.length > 0 && (
            <span className={classNames('text-ink-muted', Boolean(due) && !action && !isWhole && 'max-md:hidden')}>
              {details.map((part, index) => (
                <Fragment key={part}>
                  {(due || index > 0) && separator}
                  <SchoolText>{part}</SchoolText>
                </Fragment>
              ))}
            </span>
          )}
        </span>
      </span>
      {action && (
        <span className="shrink-0 text-sm font-medium text-ink-link max-md:text-right max-[359px]:w-min">{action}</span>
      )}
      {end && <span className="shrink-0 text-right tabular-nums">{end}</span>}
      {isLink && action && (
        <span className="text-ink-muted max-md:hidden">
          <Icon name="arrow-right" />
        </span>
      )}
    </>
  )
}
