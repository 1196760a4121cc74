import { useLingui } from '@lingui/react/macro'
import { useDates } from '#src/i18n/use-dates.ts'
import { useMoment } from '#src/routes/-frame/use-moment.ts'
import { slotsWords } from '#src/school/slots.ts'
import { daysWords } from '#src/school/when-words.ts'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import type { CourseGroup } from './group.tsx'

/** When, where, with whom and how long a group meets, always in the same order, so that groups can be compared. */
export function GroupFacts({ group }: { group: CourseGroup }) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const { today } = useMoment()
  const { slots, teacher, territory, address, startsOn, endsOn } = group
  const times = slotsWords(slots, dates)
  const end = dates.dayWithYear(endsOn)
  const place = territory?.title ?? t`Онлайн`
  return (
    <dl className="flex flex-col gap-xs">
      <Fact icon="calendar" term={t`Когда`} values={times.length > 0 ? times : [t`Без постоянного времени`]} />
      <Fact icon="home" term={t`Где`} values={address ? [place, address] : [place]} />
      {teacher && <Fact icon="profile" term={t`Преподаватель`} values={[teacher]} />}
      <Fact
        icon="check"
        term={t`Занятия`}
        values={[startsOn > today ? daysWords(startsOn, endsOn, i18n.locale) : t`Занятия уже идут, до ${end}`]}
      />
    </dl>
  )
}

function Fact({ icon, term, values }: { icon: IconName; term: string; values: readonly string[] }) {
  return (
    <div className="flex gap-xs">
      <dt className="mt-half text-ink-muted">
        <Icon name={icon} label={term} />
      </dt>
      <dd className="min-w-0">
        {values.map((value, index) => (
          <span key={value} className={index === 0 ? 'block first-letter:uppercase' : 'block text-sm text-ink-muted'}>
            {value}
          </span>
        ))}
      </dd>
    </div>
  )
}
