import { Plural, Trans } from '@lingui/react/macro'
import type { CourseStudent } from '#contract/catalog.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { slotsWords } from '#src/school/slots.ts'
import { Notice } from '#src/ui/notice.tsx'

export type Clash = CourseStudent['groups'][number]['clashes'][number]

type ClashesProps = { clashes: readonly Clash[]; students: readonly CourseStudent[] }

/** Where a group does not fit the week of the child, or that of the other children; it may be bought all the same. */
export function Clashes({ clashes, students }: ClashesProps) {
  const nameOf = (student: string) => students.find(({ studentUuid }) => studentUuid === student)?.firstName ?? ''
  return (
    <Notice tone="warning" title={<Trans>Не сходится с неделей</Trans>}>
      <ul className="flex flex-col gap-xxs text-sm">
        {clashes.map((clash) => (
          <li key={JSON.stringify(clash)} className="first-letter:uppercase">
            <ClashWords clash={clash} child={nameOf(clash.other.studentUuid)} />
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function ClashWords({ clash: { kind, slot, other, minutesBetween }, child }: { clash: Clash; child: string }) {
  const dates = useDates()
  const { title, place } = other
  const [time] = slotsWords([slot], dates)
  const [otherTime] = slotsWords([other.slot], dates)
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
