import { classNames } from '#src/ui/class-names.ts'
import { toneMarks, toneSurfaces } from '#src/ui/tone.ts'
import { type CalendarItem, sortByTime } from './calendar-items.ts'
import { layOutBands } from './event-layout.ts'
import type { PrintCalendarProps } from './print-month.tsx'

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
                <li>{band.title}</li>
              </ul>
            </td>
            {column + span < days.length && <td colSpan={days.length - column - span} className="border border-line" />}
          </tr>
        ))}
        {lessonsOf(items).map(([first, ...repeated]) => (
          <tr key={first.key}>
            <th scope="row" className="relative border border-line py-px pr-half pl-xs text-left align-top font-normal">
              <span
                className={classNames(
                  'absolute inset-y-0 left-0 w-[3px] [print-color-adjust:exact]',
                  toneMarks[first.tone],
                )}
              />
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
                        <PrintedTime item={item} />
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

function PrintedTime({ item: { starts, ends, note, state, previousTime, cancelled } }: { item: CalendarItem }) {
  return (
    <>
      <span className={classNames('font-medium', cancelled && 'line-through')}>{ends ? `${starts}–${ends}` : '•'}</span>
      {state && (
        <span className="block">
          {state}
          {previousTime && (
            <>
              {' '}
              <s>{previousTime}</s>
            </>
          )}
        </span>
      )}
      {note && <span className="block text-[0.5625rem]/[0.6875rem] text-ink-muted">{note}</span>}
    </>
  )
}
