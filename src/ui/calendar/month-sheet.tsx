import type { CalendarBand, CalendarDay, CalendarItem } from './items.ts'
import { inOrder } from './items.ts'
import { MonthCell } from './month-cell.tsx'
import { bandsOver } from './placing.ts'

export type MonthSheetProps = {
  /** The month, such as «Ноябрь 2026». */
  label: string
  /** Whole weeks, Monday first. */
  days: readonly CalendarDay[]
  /** The day whose list stands under the sheet on a phone. */
  chosen: string
  items: readonly CalendarItem[]
  bands: readonly CalendarBand[]
  /** Items and bands shown in a day before «ещё N». */
  room?: number
  /** Such as «ещё 2». */
  moreWords: (count: number) => string
  /** Such as «5 занятий»: what the dots of a phone say. */
  countWords: (count: number) => string
  onOpen: (key: string) => void
  /** A day pressed where it has room for its items. */
  onOpenDay: (day: string) => void
  /** A day pressed on a phone. */
  onChooseDay: (day: string) => void
}

/** The sheet of a month. On a phone days show dots, and the list of the chosen day stands elsewhere (`Agenda`). */
export function MonthSheet({ label, days, chosen, items, bands, room = 4, ...rest }: MonthSheetProps) {
  const weeks = Array.from({ length: Math.ceil(days.length / 7) }, (_, week) => days.slice(week * 7, week * 7 + 7))
  const byDay = Map.groupBy(inOrder(items), (item) => item.day)
  return (
    <div className="isolate overflow-clip rounded-lg border border-line-soft bg-surface">
      <table className="w-full table-fixed border-collapse">
        <caption className="sr-only">{label}</caption>
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
                {week.map((day, column) => (
                  <MonthCell
                    key={day.day}
                    {...rest}
                    day={day}
                    isChosen={day.day === chosen}
                    room={room}
                    items={byDay.get(day.day) ?? []}
                    bands={placed.filter(({ column: start, span }) => start <= column && column < start + span)}
                    column={column}
                  />
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
