import { useLingui } from '@lingui/react/macro'
import type { CourseDetails } from '#contract/catalog.ts'
import { wordsFor } from '#src/i18n/enumeration-words.ts'
import { lessonFormatWords } from '#src/i18n/lesson-words.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { useMoment } from '#src/routes/-frame/use-moment.ts'
import { slotsWords } from '#src/school/slots.ts'
import { daysWords } from '#src/school/when-words.ts'
import { Fact } from '#src/ui/fact.tsx'

export type CourseGroup = CourseDetails['groups'][number]

/** What a group is, in words: the same in its card and in the comparison. */
export function useGroupWords() {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const { today } = useMoment()
  return {
    times: ({ slots }: CourseGroup) => {
      const times = slotsWords(slots, dates)
      return times.length > 0 ? times : [t`Без постоянного времени`]
    },
    place: ({ territory, address, format }: CourseGroup) =>
      territory === null
        ? [t`Онлайн`, i18n._(wordsFor(lessonFormatWords, format)).toLocaleLowerCase(i18n.locale)].join(', ')
        : [territory.title, address].filter(Boolean).join(', '),
    days: ({ startsOn, endsOn }: CourseGroup) => {
      const end = dates.dayWithYear(endsOn)
      return startsOn > today ? daysWords(startsOn, endsOn, i18n.locale) : t`Занятия уже идут, до ${end}`
    },
  }
}

/** When, where and with whom a group meets, always in the same order. */
export function GroupFacts({ group }: { group: CourseGroup }) {
  const { t } = useLingui()
  const { times, place, days } = useGroupWords()
  return (
    <dl className="flex flex-col gap-xs">
      <Fact icon="calendar" term={t`Когда`} values={times(group)} />
      <Fact icon="home" term={t`Где`} values={[place(group)]} />
      {group.teacher && <Fact icon="profile" term={t`Преподаватель`} values={[group.teacher]} />}
      <Fact icon="check" term={t`Срок`} values={[days(group)]} />
    </dl>
  )
}
