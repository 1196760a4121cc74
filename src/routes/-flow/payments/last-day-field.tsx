import { useLingui } from '@lingui/react/macro'
import type { TerminationPreview } from '#contract/billing/termination.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { Field } from '#src/ui/forms/form.tsx'
import { TextInput } from '#src/ui/forms/inputs.tsx'

type LastDayFieldProps = {
  preview: Pick<TerminationPreview, 'lastDay' | 'earliest' | 'latest'>
  readOnly?: boolean
  onDay: (day: string) => void
}

/** The last day of lessons of a termination. A day outside of the course is not taken. */
export function LastDayField({ preview: { lastDay, earliest, latest }, readOnly = false, onDay }: LastDayFieldProps) {
  const { t } = useLingui()
  const dates = useDates()
  const [from, until] = [dates.day(earliest), dates.dayWithYear(latest)]
  return (
    <Field label={t`Последний день занятий`} hint={t`С ${from} по ${until}`}>
      <TextInput
        type="date"
        defaultValue={lastDay}
        min={earliest}
        max={latest}
        required
        readOnly={readOnly}
        onChange={({ target: { value } }) => {
          if (value >= earliest && value <= latest) onDay(value)
        }}
      />
    </Field>
  )
}
