import { useLingui } from '@lingui/react/macro'
import type { ScheduleView } from '#contract/enumerations.ts'
import { dayRangeText } from '#src/domain/date-range-text.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { type CalendarViewProps, calendarDays, DayList } from './day-list.tsx'

type PrintListProps = CalendarViewProps & { view: ScheduleView }

/** Printed period: periods of several days first, then all items by day. */
export function PrintList({ view, calendar: { items, bands }, days, date, today, onOpen }: PrintListProps) {
  const { i18n } = useLingui()
  const dates = useDates()
  const inside = calendarDays(days, dates, today, view === 'month' ? date : undefined).filter(({ outside }) => !outside)
  return (
    <div className="columns-2 gap-xl [&_h3]:break-after-avoid [&_li]:break-inside-avoid">
      {bands.length > 0 && (
        <ul className="mb-base">
          {bands.map(({ key, title, from, to }) => (
            <li key={key}>
              {dayRangeText(from, to, i18n.locale)}: {title}
            </li>
          ))}
        </ul>
      )}
      <DayList days={inside} items={items} bands={[]} onOpen={onOpen} isWhole />
    </div>
  )
}
