import { Plural, Trans } from '@lingui/react/macro'
import type { CourseStudent } from '#contract/catalog.ts'
import { slotsText } from '#src/domain/weekly-slots.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { Notice } from '#src/ui/feedback/notice.tsx'

export type Conflict = CourseStudent['groups'][number]['clashes'][number]

type ScheduleConflictsProps = { clashes: readonly Conflict[]; students: readonly CourseStudent[] }

/** Conflicts of a group with the schedules of the student and siblings; they do not prevent the purchase. */
export function ScheduleConflicts({ clashes, students }: ScheduleConflictsProps) {
  const nameOf = (student: string) => students.find(({ studentUuid }) => studentUuid === student)?.firstName ?? ''
  return (
    <Notice tone="warning" title={<Trans>Не сходится с неделей</Trans>}>
      <ul className="flex flex-col gap-xxs text-sm">
        {clashes.map((clash) => (
          <li key={JSON.stringify(clash)} className="first-letter:uppercase">
            <ConflictText clash={clash} child={nameOf(clash.other.studentUuid)} />
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function ConflictText({ clash: { kind, slot, other, minutesBetween }, child }: { clash: Conflict; child: string }) {
  const dates = useDates()
  const { title, place } = other
  const [time] = slotsText([slot], dates)
  const [otherTime] = slotsText([other.slot], dates)
  switch (kind) {
    case 'overlap':
      return (
        <Trans>
          {time}: в это время уже есть «{title}»
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
      return place ? (
        <Trans>
          {time}: дети будут в разных местах. {child}: «{title}», {place}
        </Trans>
      ) : (
        <Trans>
          {time}: дети будут в разных местах. {child}: «{title}»
        </Trans>
      )
  }
}
