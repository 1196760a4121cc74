import { Plural, Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { CalendarGap } from '#contract/enumerations.ts'
import type { ScheduleConflict } from '#contract/learning/schedule.ts'
import { slotsText } from '#src/domain/weekly-slots.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { Notice } from '#src/ui/feedback/notice.tsx'

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

export function conflictKey({ kind, slot, other, day }: ScheduleConflict): string {
  return JSON.stringify([kind, slot, other, day])
}

type ConflictTextProps = { conflict: ScheduleConflict } & Pick<ScheduleConflictsProps, 'nameOf'>

/** When and with what, and why the calendar does not show the latter. */
export function ConflictText(props: ConflictTextProps) {
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
  const time = day === null ? weekly : `${dates.weekday(day)}, ${slot.from}\u2060–\u2060${slot.to}`
  const otherTime = `${other.slot.from}\u2060–\u2060${other.slot.to}`
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
