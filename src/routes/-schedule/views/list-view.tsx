import { Plural } from '@lingui/react/macro'
import { monthKeyOf } from '#contract/screens.ts'
import { daysUntil } from '#src/i18n/calendar-days.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { useScreenSearch } from '#src/routes/-shell/shell/use-screen-search.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { type CalendarViewProps, calendarDays, DayList } from './day-list.tsx'

/** The rest of the month by day from `date`. */
export function ListView({ calendar, days, date, today, onOpen }: CalendarViewProps) {
  const dates = useDates()
  return (
    <>
      <EarlierDays date={date} />
      <DayList days={calendarDays(days, dates, today)} {...calendar} onOpen={onOpen} />
    </>
  )
}

/** Button that shows the earlier days of the month. */
export function EarlierDays({ date }: { date: string }) {
  const { replace } = useScreenSearch('schedule')
  const earlier = daysUntil(date, monthKeyOf(date))
  if (earlier === 0) return null
  return (
    <p className="mb-base">
      <Button
        variant="quiet"
        size="small"
        icon={<Icon name="arrow-up" size={16} />}
        onClick={() => replace({ date: monthKeyOf(date) })}
      >
        <Plural
          value={earlier}
          one="Раньше в этом месяце: # день"
          few="Раньше в этом месяце: # дня"
          many="Раньше в этом месяце: # дней"
          other="Раньше в этом месяце: # дня"
        />
      </Button>
    </p>
  )
}
