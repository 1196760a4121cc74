import { useLingui } from '@lingui/react/macro'
import type { CalendarView } from '#contract/enumerations.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { Agenda } from '#src/ui/calendar/agenda.tsx'
import type { DrawingProps } from './drawing.tsx'
import { daysWords } from './period-words.ts'
import { sheetDays } from './sheet-days.ts'
import { useListProps } from './use-list-props.ts'

/** The period on paper: what lasts for days once at the top, then everything day by day. */
export function PaperList({
  view,
  calendar: { items, bands },
  days,
  date,
  today,
}: DrawingProps & { view: CalendarView }) {
  const { i18n } = useLingui()
  const dates = useDates()
  const list = useListProps(date)
  const month = view === 'month' ? date : undefined
  const shown = sheetDays(days, { dates, today, month }).filter(({ outside }) => !outside)
  return (
    <div className="columns-2 gap-xl [&_h3]:break-after-avoid [&_li]:break-inside-avoid">
      {bands.length > 0 && (
        <ul className="mb-base">
          {bands.map(({ key, title, from, to }) => (
            <li key={key}>
              {daysWords(from, to, i18n.locale)}: {title}
            </li>
          ))}
        </ul>
      )}
      <Agenda {...list} days={shown} items={items} bands={[]} />
    </div>
  )
}
