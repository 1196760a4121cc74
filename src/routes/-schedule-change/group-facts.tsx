import { useLingui } from '@lingui/react/macro'
import type { GroupToChange, StudyGroup } from '#contract/schedule.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { useMoment } from '#src/routes/-frame/use-moment.ts'
import { slotsWords } from '#src/school/slots.ts'
import { Fact } from '#src/ui/fact.tsx'

type GroupFactsProps = { group: Pick<StudyGroup | GroupToChange, 'slots' | 'teacher' | 'territory'>; startsOn?: string }

/** When, where and with whom a group meets, always in the same order, so that groups can be compared. */
export function GroupFacts({ group: { slots, teacher, territory }, startsOn }: GroupFactsProps) {
  const { t } = useLingui()
  const dates = useDates()
  const { today } = useMoment()
  const times = slotsWords(slots, dates)
  return (
    <dl className="flex flex-col gap-xs">
      <Fact icon="calendar" term={t`Когда`} values={times.length > 0 ? times : [t`Без постоянного времени`]} />
      <Fact icon="home" term={t`Где`} values={[territory?.title ?? t`Онлайн`]} />
      {teacher && <Fact icon="profile" term={t`Преподаватель`} values={[teacher]} />}
      {startsOn && startsOn > today && (
        <Fact icon="check" term={t`Начало`} values={[t`Первое занятие ${dates.day(startsOn)}`]} />
      )}
    </dl>
  )
}
