import { useLingui } from '@lingui/react'
import { shiftDay } from '#src/i18n/calendar-days.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { useSchoolNow } from '#src/routes/-shell/shell/use-now.ts'

/** Time until the start: minutes and hours today, afterwards the day. */
export function RelativeStart({ startsAt }: { startsAt: string }) {
  const { i18n } = useLingui()
  const dates = useDates()
  const { now, today } = useSchoolNow()
  const day = dates.dayOf(startsAt)
  if (day === shiftDay(today, 1, 'day'))
    return new Intl.RelativeTimeFormat(i18n.locale, { numeric: 'auto' }).format(1, 'day')
  if (day !== today) return dates.weekday(day)
  const minutes = Math.ceil((Date.parse(startsAt) - now) / 60_000)
  const format = new Intl.RelativeTimeFormat(i18n.locale)
  return minutes < 60 ? format.format(minutes, 'minute') : format.format(Math.round(minutes / 60), 'hour')
}
