import type { CalendarBand, CalendarDay, CalendarItem } from './calendar-items.ts'
import { dayAccessibleName, sortByTime } from './calendar-items.ts'
import { MonthCell } from './month-cell.tsx'
import { MonthTable } from './month-table.tsx'

export type MonthGridProps = {
  /** The month, such as «Ноябрь 2026». */
  label: string
  /** Whole weeks, Monday first. */
  days: readonly CalendarDay[]
  /** Day of the initial tab stop. */
  home: string
  items: readonly CalendarItem[]
  bands: readonly CalendarBand[]
  /** Maximum number of items and bands of a day, before «ещё N». */
  room?: number
  /** Such as «ещё 2». */
  moreWords: (count: number) => string
  /** Such as «5 занятий». */
  countWords: (count: number) => string
  onOpen: (key: string) => void
  onOpenDay: (day: string) => void
  onTurn: (step: 1 | -1, day: string) => void
}

/** A month with its items, for columns of at least 110 pixels; narrower ones show `CompactMonth`. */
export function MonthGrid(props: MonthGridProps) {
  const { label, days, home, items, bands, room = 4, moreWords, countWords, onOpen, onOpenDay, onTurn } = props
  const byDay = Map.groupBy(sortByTime(items), (item) => item.day)
  return (
    <MonthTable label={label} days={days} bands={bands} home={home} onTurn={onTurn}>
      {({ day, column, bands: over }) => {
        const own = byDay.get(day.day) ?? []
        return (
          <MonthCell
            key={day.day}
            day={day}
            column={column}
            name={dayAccessibleName(day, bands, own, countWords)}
            items={own}
            bands={over}
            room={room}
            moreWords={moreWords}
            onOpen={onOpen}
            onOpenDay={onOpenDay}
          />
        )
      }}
    </MonthTable>
  )
}
