import { useLingui } from '@lingui/react/macro'
import type { AvailableGroup, StudyGroup } from '#contract/schedule.ts'
import { slotsText } from '#src/domain/weekly-slots.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { useSchoolNow } from '#src/routes/-shell/shell/use-now.ts'
import { IconDescription } from '#src/ui/data/description-list.tsx'

type GroupFactsProps = {
  group: Pick<StudyGroup | AvailableGroup, 'slots' | 'teacher' | 'territory'>
  startsOn?: string
}

/** Time, place and teacher of a group, always in the same order for comparison. */
export function GroupFacts({ group: { slots, teacher, territory }, startsOn }: GroupFactsProps) {
  const { t } = useLingui()
  const dates = useDates()
  const { today } = useSchoolNow()
  const times = slotsText(slots, dates)
  return (
    <dl className="flex flex-col gap-xs">
      <IconDescription
        icon="calendar"
        term={t`Когда`}
        values={times.length > 0 ? times : [t`Без постоянного времени`]}
      />
      <IconDescription icon="home" term={t`Где`} values={[territory?.title ?? t`Онлайн`]} />
      {teacher && <IconDescription icon="profile" term={t`Преподаватель`} values={[teacher]} />}
      {startsOn && startsOn > today && (
        <IconDescription icon="check" term={t`Начало`} values={[t`Первое занятие ${dates.day(startsOn)}`]} />
      )}
    </dl>
  )
}
