import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { separator } from '#src/i18n/labels.ts'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import type { CalendarItem } from '#src/ui/calendar/calendar-items.ts'
import { classNames } from '#src/ui/class-names.ts'
import { Badge } from '#src/ui/data/badge.tsx'
import { toneMarks } from '#src/ui/tone.ts'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'

/** Two lines have room for whose and where; the topic may be cut, because the row opens the rest. */
const noteLine = 'line-clamp-2 min-w-0 flex-[1_1_200px] text-sm text-ink-muted'

// Texts of two lines are as high as a control: the padding keeps them apart from those of the next row.
// From `md` the first lines are in one line with the day, whose height is that of a control.
const row =
  '-mx-xs flex min-h-control items-center gap-sm rounded px-xs py-xxs hover:bg-surface-hover md:items-baseline md:py-[9px]'

/** As wide in all rows, so that their bars are below each other: a day on a phone, both times from `md`. */
const timeColumn = 'w-[72px] shrink-0 text-sm whitespace-nowrap tabular-nums md:w-[88px]'

/** A lesson in one line, or two where its words need them: time, subject, whose, topic. A cancelled one is quiet. */
export function ScheduleItemRow({ item, isNow }: { item: CalendarItem; isNow: boolean }) {
  const { key, day, starts, ends, title, person, note, warning, tone, cancelled, kindLabel, movedFrom } = item
  const state = movedFrom?.state ?? item.state
  return (
    <Link to="/schedule" search={{ date: day, item: key }} className={classNames(row, cancelled && 'text-ink-muted')}>
      <span className={classNames(timeColumn, cancelled && '*:line-through')}>
        <span className={classNames(!cancelled && 'font-medium')}>{starts || <Trans>весь день</Trans>}</span>
        {ends && (
          <span className="max-md:block max-md:text-ink-muted">
            <span className="max-md:sr-only">–</span>
            {ends}
          </span>
        )}
      </span>
      <span className={classNames('h-lg w-[3px] shrink-0 rounded-full md:-mt-px md:self-start', toneMarks[tone])} />
      {/* The topic stands beside the title where there is room, else below. Of a cancelled lesson it is of no use. */}
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-xs">
        <span className="line-clamp-2 max-w-full min-w-0">
          <span className={cancelled ? 'line-through' : 'font-medium'}>
            <SchoolText>{title}</SchoolText>
          </span>
          <VisuallyHidden>, {kindLabel}</VisuallyHidden>
        </span>{' '}
        {/* Beside the title, or below it: within it a badge would break its line. */}
        {state && (cancelled ? <span className="text-sm">{state}</span> : <Badge tone="info">{state}</Badge>)}{' '}
        {isNow && !cancelled && (
          <Badge tone="info">
            <Trans>Сейчас</Trans>
          </Badge>
        )}
        {cancelled ? (
          person && (
            <span className="text-sm text-ink">
              <SchoolText>{person}</SchoolText>
            </span>
          )
        ) : (
          <RowNote person={person} warning={warning} note={note} />
        )}
      </span>
    </Link>
  )
}

type RowNoteProps = Partial<Record<'person' | 'warning' | 'note', string | undefined>>

/** Whose, that there is little time to get there, where and about what. */
function RowNote({ person, warning, note }: RowNoteProps) {
  if (!person && !warning && !note) return null
  return (
    <span className={noteLine}>
      {person && (
        <span className="text-ink">
          <SchoolText>{person}</SchoolText>
          {(warning || note) && separator}
        </span>
      )}
      {warning && (
        <span className="text-ink-warning">
          {warning}
          {note && separator}
        </span>
      )}
      {note && <SchoolText>{note}</SchoolText>}
    </span>
  )
}
