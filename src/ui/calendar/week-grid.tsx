// biome-ignore-all lint/a11y/useSemanticElements: hours of a day are no rows of a table
// biome-ignore-all lint/a11y/useFocusableInteractive: arrows move among the buttons inside
import type { CalendarBand, CalendarDay, CalendarItem } from './items.ts'
import { hourHeight, hoursInView } from './placing.ts'
import { useOneStop } from './use-one-stop.ts'
import { WeekAllDay } from './week-all-day.tsx'
import { WeekDay } from './week-day.tsx'
import { WeekHead } from './week-head.tsx'

export type WeekGridProps = {
  /** The week, such as «16–22 ноября 2026». */
  label: string
  /** Monday to Sunday. */
  days: readonly CalendarDay[]
  /** The day that the keyboard enters at. */
  home: string
  items: readonly CalendarItem[]
  bands: readonly CalendarBand[]
  /** The present moment, when it is in this week: minutes since midnight. */
  now: { day: string; minutes: number; label: string } | null
  allDayLabel: string
  /** Such as «09:00». */
  hourWords: (hour: number) => string
  moreWords: (count: number) => string
  countWords: (count: number) => string
  onOpen: (key: string) => void
  onOpenDay: (day: string) => void
  onTurn: (step: 1 | -1, day: string) => void
}

/** A week by hours, from its first item to its last. From `lg` on; narrower windows show the `Agenda`. */
export function WeekGrid(props: WeekGridProps) {
  const { label, days, home, items, bands, now, allDayLabel, hourWords, countWords, onTurn, ...rest } = props
  const { onOpen, onOpenDay } = rest
  const stop = useOneStop<HTMLDivElement>({ period: label, home, onTurn })
  const { from, to } = hoursInView(items)
  const hours = Array.from({ length: to - from }, (_, index) => from + index)
  const wholeDay = items.filter(({ hours }) => hours === null)
  const byDay = Map.groupBy(items, (item) => item.day)
  return (
    <div
      role="grid"
      aria-label={label}
      tabIndex={-1}
      {...stop}
      className="isolate rounded-lg border border-line-soft bg-surface"
    >
      <WeekHead days={days} byDay={byDay} bands={bands} countWords={countWords} onOpenDay={onOpenDay} />
      {(wholeDay.length > 0 || bands.length > 0) && (
        <WeekAllDay label={allDayLabel} days={days} items={wholeDay} bands={bands} onOpen={onOpen} />
      )}
      <div role="row" className="relative grid grid-cols-[56px_repeat(7,minmax(0,1fr))]">
        <div aria-hidden="true" className="text-right text-xs text-ink-muted tabular-nums">
          {hours.map((hour) => (
            <div key={hour} className="pr-xs" style={{ height: hourHeight }}>
              <span className={hour === from ? '' : 'relative -top-[8px]'}>{hourWords(hour)}</span>
            </div>
          ))}
        </div>
        <div aria-hidden="true" className="pointer-events-none absolute inset-y-0 right-0 left-[56px]">
          {hours.map((hour) => (
            <div key={hour} className="border-b border-line-soft last:border-b-0" style={{ height: hourHeight }} />
          ))}
        </div>
        {days.map((day) => (
          <WeekDay
            {...rest}
            key={day.day}
            day={day}
            items={byDay.get(day.day) ?? []}
            firstHour={from}
            lastHour={to}
            now={now?.day === day.day ? now : null}
          />
        ))}
      </div>
    </div>
  )
}
