import { classNames } from '#src/ui/class-names.ts'
import { toneSurfaces } from '#src/ui/tone.ts'
import { bandText, type CalendarItem, sortByTime } from './calendar-items.ts'
import { layOutBands } from './event-layout.ts'
import { ItemBar } from './item-bar.tsx'
import type { PrintCalendarProps } from './print-month.tsx'
import { PrintedTime } from './printed-item.tsx'

/**
 * A week for one landscape page (`data-print-landscape`, see app.css): a row for each lesson, which names it and its
 * person once, with its times and topics by day.
 */
export function PrintWeek({ label, days, items, bands }: PrintCalendarProps) {
  return (
    <table
      data-print-landscape=""
      aria-label={label}
      className="w-full table-fixed border-collapse text-[0.6875rem]/[0.8125rem]"
    >
      <thead>
        <tr>
          <td className="border border-line" />
          {days.map(({ day, weekday, number }) => (
            <th key={day} scope="col" className="border border-line py-half font-medium">
              {`${weekday} ${number}`}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {layOutBands(bands, days).map(({ band, column, span }) => (
          <tr key={band.key}>
            <td colSpan={column + 1} className="border border-line" />
            <td
              colSpan={span}
              className={classNames('border border-line px-xxs [print-color-adjust:exact]', toneSurfaces[band.tone])}
            >
              <ul>
                <li>{bandText(band)}</li>
              </ul>
            </td>
            {column + span < days.length && <td colSpan={days.length - column - span} className="border border-line" />}
          </tr>
        ))}
        {lessonsOf(items).map(([first, ...repeated]) => (
          <tr key={first.key}>
            <th scope="row" className="relative border border-line py-px pr-half pl-xs text-left align-top font-normal">
              <ItemBar item={{ tone: first.tone }} />
              <span className="block font-medium">{first.title}</span>
              {first.person && <span className="block text-ink-muted">{first.person}</span>}
            </th>
            {days.map(({ day }) => (
              <td key={day} className="border border-line px-half py-px align-top">
                <ul>
                  {[first, ...repeated]
                    .filter((item) => item.day === day)
                    .map((item) => (
                      <li key={item.key}>
                        <span className="font-medium">
                          <PrintedTime
                            item={item}
                            time={item.ends ? `${item.starts}–${item.ends}` : item.starts || '•'}
                          />
                        </span>
                        {item.note && (
                          <span className="block text-[0.5625rem]/[0.6875rem] text-ink-muted">{item.note}</span>
                        )}
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

type Lesson = [first: CalendarItem, ...repeated: CalendarItem[]]

/** Items of the same title and person, by person and time of day; each begins with its earliest. */
function lessonsOf(items: readonly CalendarItem[]): Lesson[] {
  const byName = Map.groupBy(sortByTime(items), ({ person = '', title }) => `${person}\n${title}`)
  const persons = [...new Set(items.map(({ person = '' }) => person))].sort()
  return [...byName.values()]
    .flatMap(([first, ...repeated]): Lesson[] => (first ? [[first, ...repeated]] : []))
    .toSorted(([one], [other]) => persons.indexOf(one.person ?? '') - persons.indexOf(other.person ?? ''))
}
