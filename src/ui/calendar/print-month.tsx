import { classNames } from '#src/ui/class-names.ts'
import { bandText, type CalendarBand, type CalendarDay, type CalendarItem, sortByTime } from './calendar-items.ts'
import { ItemBar } from './item-bar.tsx'
import { PrintedTime } from './printed-item.tsx'

export type PrintCalendarProps = {
  /** The month or the week. */
  label: string
  /** Whole weeks, Monday first. */
  days: readonly CalendarDay[]
  items: readonly CalendarItem[]
  bands: readonly CalendarBand[]
}

/** A month for one landscape page (`data-print-landscape`, see app.css): all items of each day as text. */
export function PrintMonth({ label, days, items, bands }: PrintCalendarProps) {
  const byDay = Map.groupBy(sortByTime(items), (item) => item.day)
  const weeks = Array.from({ length: Math.ceil(days.length / 7) }, (_, week) => days.slice(week * 7, week * 7 + 7))
  return (
    <table data-print-landscape="" aria-label={label} className="w-full table-fixed border-collapse">
      <thead>
        <tr>
          {weeks[0]?.map(({ day, weekday }) => (
            <th key={day} scope="col" className="border border-line py-half text-xs font-medium">
              {weekday}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]?.day}>
            {week.map((day) => (
              <td key={day.day} className="h-[76px] border border-line px-half pb-half align-top">
                <p className={classNames('text-[9px]/[12px]', day.outside ? 'text-ink-muted' : 'font-strong')}>
                  {day.number}
                </p>
                <ul className="text-[9px]/[11px]">
                  {bands
                    .filter(({ from, to }) => from <= day.day && day.day <= to)
                    .map((band) => (
                      <li key={band.key} className="truncate text-ink-muted">
                        {bandText(band)}
                      </li>
                    ))}
                  {(byDay.get(day.day) ?? []).map((item) => (
                    <li key={item.key} className="relative pl-xxs">
                      <ItemBar item={item} />
                      <PrintedTime item={item} time={item.starts}>
                        <span className="font-medium">{item.title}</span>
                        {item.personInitials && ` (${item.personInitials})`}
                      </PrintedTime>
                    </li>
                  ))}
                </ul>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
