import type { ReactNode } from 'react'
import { classNames } from '#src/ui/class-names.ts'
import type { CalendarBand, CalendarDay } from './calendar-items.ts'
import { lanesOf, layOutBands, type PlacedBand } from './event-layout.ts'
import { useMeasuredSize } from './measured-size.ts'
import { type RovingFocusOptions, useRovingFocus } from './roving-focus.ts'

/** A day of the month with its column in the week. */
export type MonthTableCell = {
  day: CalendarDay
  column: number
  /** Bands that include this day. */
  bands: readonly PlacedBand[]
  /** Rows of bands in its week. */
  lanes: number
}

type MonthTableProps = Omit<RovingFocusOptions, 'period'> & {
  label: string
  days: readonly CalendarDay[]
  bands: readonly CalendarBand[]
  /** CSS height of a week. */
  rowHeight: string
  /** Height of a week in pixels until it is measured. */
  expectedRowHeight: number
  children: (cell: MonthTableCell, rowHeight: number) => ReactNode
}

/** Table of a month: weeks under the weekdays, one tab stop with arrow keys inside. */
export function MonthTable(props: MonthTableProps) {
  const { label, days, bands, home, onTurn, rowHeight, expectedRowHeight, children } = props
  const stop = useRovingFocus<HTMLTableElement>({ period: label, home, onTurn })
  const { ref: row, size: height } = useMeasuredSize(expectedRowHeight, weekHeight)
  const weeks = Array.from({ length: Math.ceil(days.length / 7) }, (_, week) => days.slice(week * 7, week * 7 + 7))
  return (
    <div className="isolate overflow-clip rounded-lg border border-line-soft bg-surface">
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrow keys move between its cells */}
      <table role="grid" aria-label={label} {...stop} className="w-full table-fixed border-collapse">
        <thead>
          <tr>
            {weeks[0]?.map(({ day, weekday }) => (
              <th
                key={day}
                scope="col"
                className="border-b border-line-soft py-xxs text-center text-sm font-normal text-ink-muted"
              >
                {weekday}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week, index) => {
            const placed = layOutBands(bands, week)
            return (
              <tr
                key={week[0]?.day}
                ref={index === 0 ? row : undefined}
                style={{ height: rowHeight }}
                className="border-b border-line-soft last:border-b-0"
              >
                {week.map((day, column) =>
                  children(
                    {
                      day,
                      column,
                      bands: placed.filter(({ column: start, span }) => start <= column && column < start + span),
                      lanes: lanesOf(placed),
                    },
                    height,
                  ),
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** Height of a week in pixels of a text of the usual size (16 px), which lines and chips of a cell grow with. */
function weekHeight(row: HTMLTableRowElement): number {
  const textScale = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1
  return row.offsetHeight / textScale
}

/** Number of a day: today on blue, another selected day on black. */
export function DayNumber({ day, isChosen = false, size = 'base' }: DayNumberProps) {
  return (
    <span
      className={classNames(
        'inline-flex shrink-0 items-center justify-center rounded-full text-sm tabular-nums',
        size === 'small' ? 'h-[1.5rem] min-w-[1.5rem]' : 'h-[1.75rem] min-w-[1.75rem]',
        // The first day of another month names it.
        day.number.length > 2 && 'px-xxs whitespace-nowrap',
        isChosen && !day.today ? 'bg-grey-10 font-strong text-ink-inverse' : numberLook(day),
      )}
    >
      {day.number}
    </span>
  )
}

type DayNumberProps = { day: CalendarDay; isChosen?: boolean; size?: 'small' | 'base' }

function numberLook({ today, outside, past }: CalendarDay) {
  if (today) return 'bg-mark-info font-strong text-ink-inverse'
  return outside || past ? 'text-ink-muted' : 'font-medium'
}
