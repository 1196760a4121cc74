import { Trans, useLingui } from '@lingui/react/macro'
import { shiftDay } from '#src/i18n/calendar-days.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { WeekTimeFilter } from '#src/routes/-flow/filters/week-time-filter.tsx'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { useCurrentUserId } from '#src/routes/-query/use-session.ts'
import { Checkbox } from '#src/ui/forms/checkbox-and-radio.tsx'
import { Field } from '#src/ui/forms/form.tsx'
import { Select } from '#src/ui/forms/inputs.tsx'
import { type CatalogStudent, useCatalogFilter } from './use-catalog-filter.ts'

type TimeFiltersProps = { student: CatalogStudent | undefined }

/** When the groups meet and when a student can begin. */
export function TimeFilters({ student }: TimeFiltersProps) {
  const { filter, isFree, change, setFree } = useCatalogFilter(student)
  return (
    <>
      {student && (
        <Checkbox
          checked={isFree}
          onChange={({ target }) => setFree(target.checked)}
          hint={<FreeTimeHint student={student} />}
        >
          <Trans>Только в свободное время</Trans>
        </Checkbox>
      )}
      <WeekTimeFilter filter={filter} onChange={change} wrap />
      <StartFilter student={student} />
    </>
  )
}

function FreeTimeHint({ student: { uuid, firstName } }: { student: CatalogStudent }) {
  const isSelf = useCurrentUserId() === uuid
  return isSelf ? (
    <Trans>Без групп, которые каждую неделю пересекаются с вашими занятиями</Trans>
  ) : (
    <Trans>Без групп, которые каждую неделю пересекаются с расписанием: {firstName}</Trans>
  )
}

const offeredDays = [7, 14, 30, 60]

function StartFilter({ student }: TimeFiltersProps) {
  const { t } = useLingui()
  const dates = useDates()
  const { today } = useSchoolNow()
  const { startBy, setStartBy } = useCatalogFilter(student)
  const offered = offeredDays.map((days) => shiftDay(today, days, 'day'))
  // A shared address may have another day.
  const days = startBy === undefined || offered.includes(startBy) ? offered : [...offered, startBy].sort()
  return (
    <Field label={t`Можно начать`}>
      <Select value={startBy ?? ''} onChange={({ target }) => setStartBy(target.value || undefined)}>
        <option value="">{t`В любое время`}</option>
        {days.map((day) => {
          const until = dates.day(day)
          return (
            <option key={day} value={day}>
              {t`до ${until}`}
            </option>
          )
        })}
      </Select>
    </Field>
  )
}
