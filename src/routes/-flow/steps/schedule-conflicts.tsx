import { Plural, Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { CalendarGap } from '#contract/enumerations.ts'
import type { ScheduleConflict } from '#contract/learning/schedule.ts'
import { slotsText } from '#src/domain/weekly-slots.ts'
import { timeRange } from '#src/i18n/dates.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { classNames } from '#src/ui/class-names.ts'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { Icon } from '#src/ui/icon.tsx'

type ScheduleConflictsProps = {
  conflicts: readonly ScheduleConflict[]
  /** First name of a child. */
  nameOf: (studentUuid: string) => string
}

/** Conflicts of a group with the lessons of the student and of siblings; they do not prevent the choice. */
export function ScheduleConflicts({ conflicts, nameOf }: ScheduleConflictsProps) {
  if (conflicts.length === 0) return null
  return (
    <Notice tone="warning" title={<Trans>Не сходится с расписанием</Trans>}>
      <ul className="flex flex-col gap-xxs text-sm">
        {conflicts.map((conflict) => (
          <li key={conflictKey(conflict)} className="first-letter:uppercase">
            <ConflictText conflict={conflict} nameOf={nameOf} />
          </li>
        ))}
      </ul>
    </Notice>
  )
}

type FoldedConflictsProps = ScheduleConflictsProps & {
  /** Name of the student, to one who chooses for several. */
  child?: string | null
}

/** The conflicts of one group in a list of groups: one line that opens, a warning only where the own lessons clash. */
export function FoldedConflicts({ conflicts, child = null, nameOf }: FoldedConflictsProps) {
  const [first, ...others] = conflicts.toSorted(
    (one, other) => severity.indexOf(one.kind) - severity.indexOf(other.kind),
  )
  if (first === undefined) return null
  const more = others.length
  const isOwn = first.kind !== 'children-apart'
  return (
    <details className="group/conflicts min-w-0 text-sm">
      <summary
        className={classNames(
          'flex min-h-control cursor-pointer list-none items-center gap-xs rounded [&::-webkit-details-marker]:hidden',
          isOwn ? 'text-ink-warning' : 'text-ink-muted',
        )}
      >
        {isOwn && <Icon name="warning" />}
        <span className="min-w-0 first-letter:uppercase">
          {isOwn && child !== null && `${child}: `}
          <ConflictSummary conflict={first} nameOf={nameOf} />
        </span>
        {more > 0 && (
          <span className="shrink-0">
            <Trans>ещё {more}</Trans>
          </span>
        )}
        <span className="shrink-0 text-ink-muted transition-transform group-open/conflicts:rotate-180">
          <Icon name="arrow-down" />
        </span>
      </summary>
      <ul className="flex flex-col gap-xxs pb-xs pl-lg">
        {conflicts.map((conflict) => (
          <li key={conflictKey(conflict)} className="first-letter:uppercase">
            <ConflictText conflict={conflict} nameOf={nameOf} />
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The worst one first. */
const severity: readonly ScheduleConflict['kind'][] = ['overlap', 'too-far', 'children-apart']

function ConflictSummary({ conflict: { kind, other }, nameOf }: ConflictTextProps) {
  const { title, place } = other
  const child = nameOf(other.studentUuid)
  switch (kind) {
    case 'overlap':
      return <Trans>в это время «{title}»</Trans>
    case 'too-far':
      return <Trans>мало времени на дорогу («{title}»)</Trans>
    case 'children-apart':
      return (
        <Trans>
          {child} в это же время: «{title}», {place}
        </Trans>
      )
  }
}

function conflictKey({ kind, slot, other, day }: ScheduleConflict): string {
  return JSON.stringify([kind, slot, other, day])
}

type ConflictTextProps = { conflict: ScheduleConflict } & Pick<ScheduleConflictsProps, 'nameOf'>

/** When and with what, and why the calendar does not show the latter. */
function ConflictText(props: ConflictTextProps) {
  const { calendarGap } = props.conflict.other
  return (
    <>
      <ConflictTimes {...props} />
      {calendarGap !== null && <span className="block text-ink-muted">{gapTexts[calendarGap]}</span>}
    </>
  )
}

const gapTexts: Record<CalendarGap, ReactNode> = {
  'not-paid': <Trans>Это место ещё не оплачено: в расписании таких занятий пока нет.</Trans>,
  'not-planned': <Trans>Это обычное время группы: её занятий в расписании пока нет.</Trans>,
}

/** The weekday if the conflict happens in several weeks, else the day. */
function ConflictTimes({ conflict: { kind, slot, other, minutesBetween, day }, nameOf }: ConflictTextProps) {
  const dates = useDates()
  const { title, place } = other
  const [weekly = ''] = slotsText([slot], dates)
  const time = day === null ? weekly : `${dates.weekday(day)}, ${timeRange(slot.from, slot.to)}`
  const otherTime = timeRange(other.slot.from, other.slot.to)
  const child = nameOf(other.studentUuid)
  switch (kind) {
    case 'overlap':
      return (
        <Trans>
          {time}: в это время уже есть «{title}», {otherTime}
        </Trans>
      )
    case 'too-far':
      return (
        <Trans>
          {time}: до другого занятия, «{title}» ({otherTime}), на дорогу остаётся{' '}
          <Plural value={minutesBetween} one="# минута" few="# минуты" many="# минут" other="# минуты" />
        </Trans>
      )
    case 'children-apart':
      return (
        <Trans>
          {time}: дети будут в разных местах. {child}: «{title}», {otherTime}, {place}
        </Trans>
      )
  }
}
