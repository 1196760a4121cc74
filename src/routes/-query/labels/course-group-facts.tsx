import { useLingui } from '@lingui/react/macro'
import type { CourseDetails } from '#contract/enrolment/catalog.ts'
import { territoryAddress } from '#src/domain/address-text.ts'
import { dayRangeText } from '#src/domain/date-range-text.ts'
import { slotsText } from '#src/domain/weekly-slots.ts'
import { labelOf } from '#src/i18n/labels.ts'
import { lessonFormatLabels } from '#src/i18n/lesson-labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { IconDescription } from '#src/ui/data/list.tsx'

export type CourseGroup = CourseDetails['groups'][number]

/** Texts about a group, shared by its card and the comparison. */
export function useGroupFacts() {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const { today } = useSchoolNow()
  return {
    times: ({ slots }: CourseGroup) => {
      const times = slotsText(slots, dates)
      return times.length > 0 ? times : [t`Без постоянного времени`]
    },
    place: ({ territory, address, format }: CourseGroup) =>
      territoryAddress(territory, address) ??
      [t`Онлайн`, i18n._(labelOf(lessonFormatLabels, format)).toLocaleLowerCase(i18n.locale)].join(', '),
    firstDay: ({ firstDay }: CourseGroup) => firstDay && dates.day(firstDay),
    term: ({ startsOn, endsOn }: CourseGroup) => dayRangeText(startsOn, endsOn, i18n.locale),
    days: ({ startsOn, endsOn, firstDay }: CourseGroup) => {
      if (startsOn > today) return dayRangeText(startsOn, endsOn, i18n.locale)
      const end = dates.day(endsOn)
      const first = firstDay && dates.day(firstDay)
      return first === null ? t`Занятия уже идут, до ${end}` : t`Занятия с ${first} по ${end}`
    },
  }
}

/** Time, place, teacher and term of a group, always in the same order. `isWide` puts two beside each other. */
export function CourseGroupFacts({ group, isWide = false }: { group: CourseGroup; isWide?: boolean }) {
  const { t } = useLingui()
  const { times, place, days } = useGroupFacts()
  return (
    <dl className={isWide ? 'grid gap-x-lg gap-y-xxs md:grid-cols-2' : 'flex flex-col gap-xs'}>
      <IconDescription icon="calendar" term={t`Когда`} values={times(group)} />
      <IconDescription icon="home" term={t`Где`} values={[place(group)]} />
      {group.teacher && <IconDescription icon="profile" term={t`Преподаватель`} values={[group.teacher]} />}
      <IconDescription icon="flag" term={t`Срок`} values={[days(group)]} />
    </dl>
  )
}
