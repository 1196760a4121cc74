import { Plural } from '@lingui/react/macro'
import { monthOf } from '#contract/screens.ts'
import { daysUntil } from '#src/i18n/calendar-days.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { DayList, type DrawingProps, drawnDays } from './drawing.tsx'

/** The rest of the month day by day, beginning with `date`, which is today unless another was chosen. */
export function ListView({ calendar, days, date, today, onOpen }: DrawingProps) {
  const dates = useDates()
  return (
    <>
      <EarlierDays date={date} />
      <DayList days={drawnDays(days, dates, today)} {...calendar} onOpen={onOpen} />
    </>
  )
}

/** The way to the days of the month before the first in the list. */
export function EarlierDays({ date }: { date: string }) {
  const { replace } = useAddress('schedule')
  const earlier = daysUntil(date, monthOf(date))
  if (earlier === 0) return null
  return (
    <p className="mb-base">
      <Button
        variant="quiet"
        size="small"
        icon={<Icon name="arrow-up" size={16} />}
        onClick={() => replace({ date: monthOf(date) })}
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
