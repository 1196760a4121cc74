import type { ScheduleChange } from '#contract/schedule.ts'
import { useDates } from '#src/i18n/use-dates.ts'

type ChangedTimeProps = { change: Pick<ScheduleChange, 'state' | 'startsAt' | 'was'> }

/** The previous time struck through and the new one; for a cancelled item only the struck time. */
export function ChangedTime({ change: { state, startsAt, was } }: ChangedTimeProps) {
  const dates = useDates()
  const dayOf = (iso: string) => `${dates.weekdayShort(dates.dayOf(iso))}, ${dates.day(dates.dayOf(iso))}`
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
