import { classNames } from '#src/ui/class-names.ts'
import { toneMarks } from '#src/ui/tone.ts'
import { type CalendarBand, type CalendarDay, type CalendarItem, sortByTime } from './calendar-items.ts'

type PrintCalendarProps = {
  /** The month or the week. */
  label: string
  /** Whole weeks, Monday first. */
  days: readonly CalendarDay[]
  items: readonly CalendarItem[]
  bands: readonly CalendarBand[]
}

/**
 * A month or a week for one landscape page (`data-print-landscape`, see app.css): all items of each day as text, of a week
 * with their end, person, topic and place.
 */
export function PrintCalendar({ label, days, items, bands }: PrintCalendarProps) {
  const byDay = Map.groupBy(sortByTime(items), (item) => item.day)
  const weeks = Array.from({ length: Math.ceil(days.length / 7) }, (_, week) => days.slice(week * 7, week * 7 + 7))
  const isWeek = weeks.length === 1
  return (
    <table data-print-landscape="" aria-label={label} className="w-full table-fixed border-collapse">
      <thead>
        <tr>
          {weeks[0]?.map(({ day, weekday, number }) => (
            <th key={day} scope="col" className="border border-line py-half text-xs font-medium">
              {isWeek ? `${weekday} ${number}` : weekday}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]?.day}>
            {week.map((day) => (
              <td
                key={day.day}
                className={classNames(
                  'border border-line px-half pb-half align-top',
                  isWeek ? 'h-[480px] pt-half' : 'h-[80px]',
                )}
              >
                {!isWeek && (
                  <p className={classNames('text-[9px]/[12px]', day.outside ? 'text-ink-muted' : 'font-strong')}>
                    {day.number}
                  </p>
                )}
                <ul className={isWeek ? 'text-xs' : 'text-[9px]/[11px]'}>
                  {bands
                    .filter(({ from, to }) => from <= day.day && day.day <= to)
                    .map(({ key, title }) => (
                      <li key={key} className="truncate text-ink-muted">
                        {title}
                      </li>
                    ))}
                  {(byDay.get(day.day) ?? []).map((item) => (
                    <li key={item.key}>
                      <PrintItem item={item} isDetailed={isWeek} />
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

function PrintItem({ item, isDetailed }: { item: CalendarItem; isDetailed: boolean }) {
  const { starts, ends, title, person, personInitials, note, state, previousTime, cancelled } = item
  const time = isDetailed && ends ? `${starts}–${ends}` : starts
  return (
    <div className={classNames('relative pl-xxs', isDetailed && 'mb-xxs')}>
      <span
        className={classNames('absolute inset-y-0 left-0 w-[2px] [print-color-adjust:exact]', toneMarks[item.tone])}
      />
      <span className={cancelled ? 'line-through' : ''}>
        {time} <span className="font-medium">{title}</span>
      </span>
      {personInitials && !isDetailed && ` (${personInitials})`}
      {state && (
        <>
          {' '}
          <span className="font-medium">{state}</span>
          {previousTime && <s> {previousTime}</s>}
        </>
      )}
      {isDetailed && <span className="block text-ink-muted">{[person, note].filter(Boolean).join(' · ')}</span>}
    </div>
  )
}
