import { useLingui } from '@lingui/react'
import type { ScheduleChange } from '#contract/learning/schedule.ts'
import { shiftDay } from '#src/i18n/calendar-days.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'

type ChangedTimeProps = { change: Pick<ScheduleChange, 'state' | 'startsAt' | 'was'> }

/** The previous time struck through and the new one; for a cancelled item only the struck time. */
export function ChangedTime({ change: { state, startsAt, was } }: ChangedTimeProps) {
  const dates = useDates()
  const dayOf = (iso: string) => `${dates.weekdayShort(dates.dayOf(iso))}, ${dates.dayShort(dates.dayOf(iso))}`
  const when = (iso: string) => `${dayOf(iso)}, ${dates.time(iso)}`
  if (state === 'cancelled') return <s className="whitespace-nowrap tabular-nums">{when(startsAt)}</s>
  const isSameDay = was !== null && dayOf(was.startsAt) === dayOf(startsAt)
  return (
    <span className="tabular-nums">
      {was && (
        <>
          <s className="whitespace-nowrap text-ink-muted">{when(was.startsAt)}</s> <span aria-hidden="true">
            →
          </span>{' '}
        </>
      )}
      <span className="font-medium whitespace-nowrap">{isSameDay ? dates.time(startsAt) : when(startsAt)}</span>
    </span>
  )
}

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
