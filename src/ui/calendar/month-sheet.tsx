import type { CalendarBand, CalendarDay, CalendarItem } from './items.ts'
import { inOrder, spokenDay } from './items.ts'
import { MonthCell } from './month-cell.tsx'
import { MonthTable } from './month-table.tsx'

export type MonthSheetProps = {
  /** The month, such as «Ноябрь 2026». */
  label: string
  /** Whole weeks, Monday first. */
  days: readonly CalendarDay[]
  /** The day that the keyboard enters at. */
  home: string
  items: readonly CalendarItem[]
  bands: readonly CalendarBand[]
  /** Items and bands shown in a day before «ещё N». */
  room?: number
  /** Such as «ещё 2». */
  moreWords: (count: number) => string
  /** Such as «5 занятий». */
  countWords: (count: number) => string
  onOpen: (key: string) => void
  onOpenDay: (day: string) => void
  onTurn: (step: 1 | -1, day: string) => void
}

/** The sheet of a month with its items. For columns of 110 pixels and more; narrower ones show `MonthDots`. */
export function MonthSheet(props: MonthSheetProps) {
  const { label, days, home, items, bands, room = 4, moreWords, countWords, onOpen, onOpenDay, onTurn } = props
  const byDay = Map.groupBy(inOrder(items), (item) => item.day)
  return (
    <MonthTable label={label} days={days} bands={bands} home={home} onTurn={onTurn}>
      {({ day, column, bands: over }) => {
        const own = byDay.get(day.day) ?? []
        return (
          <MonthCell
            key={day.day}
            day={day}
            column={column}
            name={spokenDay(day, bands, own, countWords)}
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
