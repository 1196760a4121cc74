import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { itemAppearance, itemLabel } from '#src/domain/item-kind.ts'
import { entryTitleOf, entryTopicOf, type ScheduleEntry } from '#src/domain/schedule-entries.ts'
import { labelOf, separator } from '#src/i18n/labels.ts'
import { lessonStateLabels } from '#src/i18n/lesson-labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import type { CalendarItem } from '#src/ui/calendar/calendar-items.ts'
import { classNames } from '#src/ui/class-names.ts'
import { Badge } from '#src/ui/data/badge.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { type Tone, toneMarks } from '#src/ui/tone.ts'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'

/** On a phone one line: the row opens the rest. */
const noteLine = 'line-clamp-1 min-w-0 flex-[1_1_200px] text-sm text-ink-muted md:line-clamp-2'

// Texts of two lines are as high as a control: the padding keeps them apart from those of the next row.
const row = '-mx-xs flex min-h-control items-center gap-sm rounded px-xs py-xxs hover:bg-surface-hover'

/** As wide in all rows, so that their bars are below each other: a day on a phone, both times from `md`. */
const timeColumn = 'w-[72px] shrink-0 text-sm whitespace-nowrap tabular-nums md:w-[88px]'

/** `child` is absent for a student's own schedule. */
const itemSearch = (day: string, item: string, child: string | undefined) => ({
  date: day,
  ...(child !== undefined && { filter: { child } }),
  item,
})

type ScheduleItemRowProps = { item: CalendarItem; child: string | undefined; isNow: boolean }

/** A lesson in one line, or two where its words need them: time, subject, topic. */
export function ScheduleItemRow({ item, child, isNow }: ScheduleItemRowProps) {
  const { key, day, starts, ends, title, note, warning, tone, icon, state, cancelled, kindLabel } = item
  return (
    <Link to="/schedule" search={itemSearch(day, key, child)} className={row}>
      <span className={classNames(timeColumn, cancelled && '*:line-through')}>
        <span className="font-medium">{starts || <Trans>весь день</Trans>}</span>
        {ends && (
          <span className="max-md:block max-md:text-ink-muted">
            <span className="max-md:sr-only">–</span>
            {ends}
          </span>
        )}
      </span>
      <span className={classNames('h-lg w-[3px] shrink-0 rounded-full', toneMarks[tone])} />
      {/* The topic stands beside the title where there is room, else below. Of a cancelled lesson it is of no use. */}
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-xs">
        <span className="line-clamp-2 max-w-full min-w-0">
          <span className={classNames('font-medium', cancelled && 'line-through')}>
            <SchoolText>{title}</SchoolText>
          </span>
          <VisuallyHidden>, {kindLabel}</VisuallyHidden>
        </span>{' '}
        {/* Beside the title, or below it: within it a badge would break its line. */}
        {state && <Badge tone={cancelled ? 'neutral' : 'info'}>{state}</Badge>}{' '}
        {isNow && !cancelled && (
          <Badge tone="info">
            <Trans>Сейчас</Trans>
          </Badge>
        )}
        <RowNote warning={warning ?? null} note={cancelled ? undefined : note} />
      </span>
      <span className={classNames('text-ink-muted', cancelled && 'max-md:hidden')}>
        <Icon name={icon} size={16} />
      </span>
    </Link>
  )
}

type NextLessonRowProps = {
  entry: ScheduleEntry
  /** That of its kind if null. */
  tone: Tone | null
  warning: string | null
  child: string | undefined
}

/** The next lesson of a later day: when, what, where. */
export function NextLessonRow({ entry, tone, warning, child }: NextLessonRowProps) {
  const { i18n } = useLingui()
  const dates = useDates()
  const { key, startsAt, endsAt, place, state } = entry
  const { tone: kindTone, icon } = itemAppearance(entry)
  const day = dates.dayOf(startsAt)
  const where = place ?? i18n._(itemLabel(entry))
  return (
    <Link to="/schedule" search={itemSearch(day, key, child)} className={row}>
      <span className={timeColumn}>
        <span className="block text-ink-muted">
          {dates.weekdayShort(day)}, {dates.dayShort(day)}
        </span>
        <span className="block font-medium">
          {dates.time(startsAt)}
          <span className="max-md:sr-only">–{dates.time(endsAt)}</span>
        </span>
      </span>
      <span className={classNames('h-lg w-[3px] shrink-0 rounded-full', toneMarks[tone ?? kindTone])} />
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-xs">
        <span className="line-clamp-2 max-w-full min-w-0 font-medium">
          <SchoolText>{entryTitleOf(entry)}</SchoolText>
        </span>{' '}
        {state !== 'planned' && <Badge tone="info">{i18n._(labelOf(lessonStateLabels, state))}</Badge>}
        <RowNote warning={warning} note={[where, entryTopicOf(entry)].filter(Boolean).join(separator)} />
      </span>
      <span className="text-ink-muted">
        <Icon name={icon} size={16} />
      </span>
    </Link>
  )
}

/** Where and about what; before it that there is little time to get there. */
function RowNote({ warning, note }: { warning: string | null; note: string | undefined }) {
  if (!warning && !note) return null
  return (
    <span className={noteLine}>
      {warning && (
        <span className="text-ink-warning">
          {warning}
          {note && separator}
        </span>
      )}
      {note}
    </span>
  )
}
