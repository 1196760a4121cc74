import type { ReactNode } from 'react'
import type { CalendarBand, CalendarDay } from './items.ts'
import { bandsOver, type PlacedBand } from './placing.ts'
import { type OneStop, useOneStop } from './use-one-stop.ts'

/** A day of the sheet in its week. */
export type SheetCell = {
  day: CalendarDay
  column: number
  /** The bands that lie over this day. */
  bands: readonly PlacedBand[]
}

type MonthTableProps = Omit<OneStop, 'period'> & {
  label: string
  days: readonly CalendarDay[]
  bands: readonly CalendarBand[]
  children: (cell: SheetCell) => ReactNode
}

/** The sheet of a month: whole weeks under their weekdays, one stop of the Tab key with arrows inside. */
export function MonthTable({ label, days, bands, home, onTurn, children }: MonthTableProps) {
  const stop = useOneStop<HTMLTableElement>({ period: label, home, onTurn })
  const weeks = Array.from({ length: Math.ceil(days.length / 7) }, (_, week) => days.slice(week * 7, week * 7 + 7))
  return (
    <div className="isolate overflow-clip rounded-lg border border-line-soft bg-surface">
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells arrows move in */}
      <table role="grid" aria-label={label} {...stop} className="w-full table-fixed border-collapse">
        <thead>
          <tr>
            {weeks[0]?.map(({ day, weekday }) => (
              <th
                key={day}
                scope="col"
                className="border-b border-line-soft py-xs text-center text-sm font-normal text-ink-muted"
              >
                {weekday}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => {
            const placed = bandsOver(bands, week)
            return (
              <tr key={week[0]?.day} className="border-b border-line-soft last:border-b-0">
                {week.map((day, column) =>
                  children({
                    day,
                    column,
                    bands: placed.filter(({ column: start, span }) => start <= column && column < start + span),
                  }),
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
