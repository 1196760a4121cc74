import { type AgendaLabels, BandRow, DayHeading, ItemRow } from './agenda-row.tsx'
import type { CalendarBand, CalendarDay, CalendarItem } from './calendar-items.ts'
import { sortByTime } from './calendar-items.ts'

export type AgendaProps = AgendaLabels & {
  days: readonly CalendarDay[]
  items: readonly CalendarItem[]
  bands: readonly CalendarBand[]
  onOpen: (key: string) => void
}

export type AgendaDay = { day: CalendarDay; items: CalendarItem[]; bands: CalendarBand[] }

/** Days with items or bands, each with its items sorted by time. */
export function nonEmptyDays({ days, items, bands }: Pick<AgendaProps, 'days' | 'items' | 'bands'>): AgendaDay[] {
  const byDay = Map.groupBy(sortByTime(items), (item) => item.day)
  return days.flatMap((day) => {
    const own = byDay.get(day.day) ?? []
    const over = bands.filter(({ from, to }) => from <= day.day && day.day <= to)
    return own.length + over.length === 0 ? [] : [{ day, items: own, bands: over }]
  })
}

/** The schedule as a list by days, without empty days: for phones, and for the view of one day. */
export function Agenda({ onOpen, days, items, bands, ...labels }: AgendaProps) {
  return (
    <div className="flex flex-col gap-lg">
      {nonEmptyDays({ days, items, bands }).map(({ day, items: own, bands: over }) => (
        <section key={day.day}>
          <DayHeading day={day} {...labels} />
          <ul className="divide-y divide-line-soft overflow-clip rounded-lg border border-line-soft bg-surface">
            {over.map((band) => (
              <li key={band.key}>
                <BandRow band={band} onOpen={onOpen} />
              </li>
            ))}
            {own.map((item) => (
              <li key={item.key}>
                <ItemRow item={item} {...labels} onOpen={onOpen} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
