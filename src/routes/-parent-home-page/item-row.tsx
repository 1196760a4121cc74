import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useMoment } from '#src/routes/-frame/use-moment.ts'
import { Badge } from '#src/ui/badge.tsx'
import type { CalendarItem } from '#src/ui/calendar/items.ts'
import { classes } from '#src/ui/classes.ts'
import { Icon } from '#src/ui/icon.tsx'
import { solid, tinted } from '#src/ui/tone.ts'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { phaseOf } from './days-ahead.ts'

type ItemRowProps = { item: CalendarItem; child: string; today: string }

/** One item of the days to come; it opens its details on the schedule. */
export function ItemRow({ item, child, today }: ItemRowProps) {
  const { minutes } = useMoment()
  const { key, day, starts, ends, title, note, tone, icon, state, cancelled, spoken } = item
  const phase = phaseOf(item, today, minutes)
  return (
    <Link
      to="/schedule"
      search={{ date: day, filter: { child }, item: key }}
      className="-mx-xs flex items-stretch gap-sm rounded px-xs py-xs transition-colors hover:bg-surface-hover"
    >
      <span className="min-w-[48px] shrink-0 text-sm whitespace-nowrap tabular-nums">
        <span className={classes('block', phase !== 'over' && 'font-medium')}>
          {starts || <Trans>весь день</Trans>}
        </span>
        {ends && <span className="block text-ink-muted">{ends}</span>}
      </span>
      <span className={classes('w-[3px] shrink-0 rounded-full', solid[tone])} />
      <span className={classes('min-w-0 flex-1', phase === 'over' && 'text-ink-muted')}>
        <span className="flex flex-wrap items-center gap-x-xs">
          <span className={classes('font-medium', cancelled && 'line-through')}>{title}</span>
          {state && <Badge tone={cancelled ? 'error' : 'warning'}>{state}</Badge>}
          {phase === 'now' && !cancelled && (
            <Badge tone="success">
              <Trans>Сейчас</Trans>
            </Badge>
          )}
        </span>
        <VisuallyHidden>, {spoken}</VisuallyHidden>
        {note && <span className="block truncate text-sm text-ink-muted">{note}</span>}
      </span>
      <span className={classes('inline-flex size-xl shrink-0 items-center justify-center rounded-full', tinted[tone])}>
        <Icon name={icon} size={16} />
      </span>
    </Link>
  )
}
