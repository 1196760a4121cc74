// biome-ignore-all lint/a11y/useSemanticElements: the hours of a day are not table rows
// biome-ignore-all lint/a11y/useFocusableInteractive: arrow keys move between the buttons inside
import type { CalendarBand, CalendarDay, CalendarItem } from './calendar-items.ts'
import { hourHeight, visibleHours } from './event-layout.ts'
import { useRovingFocus } from './use-roving-focus.ts'
import { WeekAllDay } from './week-all-day.tsx'
import { WeekDay } from './week-day.tsx'
import { WeekHeader } from './week-header.tsx'

export type WeekGridProps = {
  /** The week, such as «16–22 ноября 2026». */
  label: string
  /** Monday to Sunday. */
  days: readonly CalendarDay[]
  /** Day of the initial tab stop. */
  home: string
  items: readonly CalendarItem[]
  bands: readonly CalendarBand[]
  /** Current time, if it is in this week: minutes since midnight. */
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

/** A week by hours, from its first item to its last, for windows from `lg`; narrower ones show the `Agenda`. */
export function WeekGrid(props: WeekGridProps) {
  const { label, days, home, items, bands, now, allDayLabel, hourWords, countWords, onTurn, ...rest } = props
  const { onOpen, onOpenDay } = rest
  const stop = useRovingFocus<HTMLDivElement>({ period: label, home, onTurn })
  const { from, to } = visibleHours(items)
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
      <WeekHeader days={days} byDay={byDay} bands={bands} countWords={countWords} onOpenDay={onOpenDay} />
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
