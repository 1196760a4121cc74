// biome-ignore-all lint/a11y/useSemanticElements: the hours of a day are not table rows
// biome-ignore-all lint/a11y/useFocusableInteractive: arrow keys move between the buttons inside

import { type RefObject, useLayoutEffect } from 'react'
import { classNames } from '#src/ui/class-names.ts'
import { hourHeightOf, timeGridHeight } from './calendar-height.ts'
import {
  type CalendarBand,
  type CalendarDay,
  type CalendarItem,
  type CalendarPerson,
  sortByTime,
} from './calendar-items.ts'
import { DayColumn, type DayColumnProps, NowLabel } from './day-column.tsx'
import { columnsOfWidth, lanesOf, layOutBands, shownNow, visibleHours } from './event-layout.ts'
import { useMeasuredSize } from './measured-size.ts'
import { useRovingFocus } from './roving-focus.ts'
import { AllDayRow, GridHead, gridColumnsOf, hoursWidth, PeopleHeader, WeekHeader } from './time-grid-headers.tsx'

type TimeGridProps = Pick<DayColumnProps, 'moreLabel' | 'onOpen' | 'onMore'> & {
  /** The week or the day, such as «16–22 ноября 2026». */
  label: string
  /** Monday to Sunday, or one day. */
  days: readonly CalendarDay[]
  /** Whose columns one day has; by default it has one for all. */
  people?: readonly CalendarPerson[]
  /** Day of the initial tab stop. */
  home: string
  items: readonly CalendarItem[]
  bands: readonly CalendarBand[]
  /** Current time, if it is in this period: minutes since midnight; in words, and such as «14:20». */
  now: { day: string; minutes: number; label: string; clock: string } | null
  allDayLabel: string
  /** Such as «сдать до». */
  dueLabel: string
  /** Such as «09:00». */
  formatHour: (hour: number) => string
  countLabel: (count: number) => string
  onOpenDay: (day: string) => void
  onTurn: (step: 1 | -1, day: string) => void
}

/** Height of an hour in a window of 900 pixels with a usual day, until it is measured. */
const expectedHourHeight = 52
/** Width of the hours with the days in a window of 1440 pixels, until it is measured. */
const expectedWidth = 1120

/**
 * A week or a day by hours, from its first item to its last. They fill the height that the page leaves, and scroll where
 * that is too low. A week needs a window from `lg`; narrower ones show the `Agenda`.
 */
export function TimeGrid(props: TimeGridProps) {
  const { label, days, people = [], home, items, bands, now, onTurn, onOpenDay, ...rest } = props
  const { allDayLabel, dueLabel, formatHour, countLabel, ...columnProps } = rest
  const { ref, ...stop } = useRovingFocus<HTMLDivElement>({ period: label, home, onTurn })
  useNowInView(ref, label)
  const shown = visibleHours(items, now?.minutes)
  const hours = Array.from({ length: shown.to - shown.from }, (_, index) => shown.from + index)
  const axis = useMeasuredSize<HTMLDivElement>(expectedHourHeight * hours.length, elementHeight)
  const row = useMeasuredSize<HTMLDivElement>(expectedWidth, elementWidth)
  const [wholeDay, deadlines] = [
    items.filter(({ hours, due }) => hours === null && !due),
    sortByTime(items.filter(({ due }) => due)),
  ]
  const byDay = Map.groupBy(items, (item) => item.day)
  const most = (own: readonly CalendarItem[]) =>
    Math.max(0, ...days.map(({ day }) => own.filter((item) => item.day === day).length))
  const allDayRows = lanesOf(layOutBands(bands, days)) + most(wholeDay)
  const columns = days.flatMap((day) =>
    people.length > 0
      ? people.map(({ key, name }) => ({ key, name: `${name}, ${day.name}`, day, items: itemsOf(key, items) }))
      : [{ key: day.day, name: day.name, day, items: byDay.get(day.day) ?? [] }],
  )
  const rowStyle = {
    '--hour': hourHeightOf(hours.length, [allDayRows, most(deadlines)]),
    gridTemplateColumns: gridColumnsOf(columns.length),
  }
  const nowHours = now && shownNow(now.minutes, shown) / 60 - shown.from
  // Above the first hour, whose label would be wrong beside an earlier time.
  const hasEarlierNow = now !== null && now.minutes < shown.from * 60
  return (
    <div
      role="grid"
      aria-label={label}
      tabIndex={-1}
      ref={ref}
      {...stop}
      style={{ maxHeight: timeGridHeight }}
      className="isolate overflow-y-auto overscroll-y-auto rounded-lg border border-line-soft bg-surface"
    >
      <GridHead>
        {days.length > 1 && (
          <WeekHeader days={days} byDay={byDay} bands={bands} countLabel={countLabel} onOpenDay={onOpenDay} />
        )}
        {people.length > 0 && (
          <PeopleHeader people={people} counts={columns.map(({ items }) => countLabel(items.length))} />
        )}
        {allDayRows > 0 && (
          <AllDayRow label={allDayLabel} days={days} items={wholeDay} bands={bands} onOpen={rest.onOpen} />
        )}
        {deadlines.length > 0 && (
          <AllDayRow label={dueLabel} days={days} items={deadlines} bands={[]} onOpen={rest.onOpen} />
        )}
      </GridHead>
      <div ref={row.ref} role="row" className="relative grid" style={rowStyle}>
        <div ref={axis.ref} aria-hidden="true" className="relative text-right text-xs text-ink-muted tabular-nums">
          {hours.map((hour) => (
            <div key={hour} className="h-(--hour) pr-xs">
              <span
                className={classNames(
                  hour !== shown.from && 'relative -top-[8px]',
                  nowHours !== null && Math.abs(hour - shown.from - nowHours) < 0.4 && 'invisible',
                  hour === shown.from && hasEarlierNow && 'invisible',
                )}
              >
                {formatHour(hour)}
              </span>
            </div>
          ))}
          {now && nowHours !== null && <NowLabel hours={nowHours}>{now.clock}</NowLabel>}
        </div>
        <div aria-hidden="true" className="pointer-events-none absolute inset-y-0 right-0 left-[56px]">
          {hours.map((hour) => (
            <div key={hour} className="h-(--hour) border-b border-line-soft last:border-b-0" />
          ))}
        </div>
        {columns.map(({ key, name, day, items: own }) => (
          <DayColumn
            {...columnProps}
            key={key}
            name={name}
            day={day}
            items={own}
            scale={{ firstHour: shown.from, hourHeight: axis.size / hours.length }}
            maxColumns={
              days.length === 1 ? Number.POSITIVE_INFINITY : columnsOfWidth((row.size - hoursWidth) / columns.length)
            }
            overUntil={day.past ? Number.POSITIVE_INFINITY : now?.day === day.day ? now.minutes : 0}
            now={now?.day === day.day && nowHours !== null ? { hours: nowHours, label: now.label } : null}
          />
        ))}
      </div>
    </div>
  )
}

const elementHeight = ({ offsetHeight }: HTMLElement) => offsetHeight
const elementWidth = ({ offsetWidth }: HTMLElement) => offsetWidth

/** Pixels between the line of the current time and the edge of the calendar. */
const nowMargin = 24

/** A period begins with its first hour, or scrolled as far as the current time is visible. */
function useNowInView(grid: RefObject<HTMLElement | null>, period: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each period begins anew
  useLayoutEffect(() => {
    const { current: own } = grid
    const line = own?.querySelector('[data-now]')
    if (!own) return
    own.scrollTop = 0
    own.style.paddingBottom = ''
    if (!line) return
    // The calendar may be higher than a low window.
    const bottom = Math.min(own.getBoundingClientRect().bottom, window.innerHeight)
    const hidden = Math.max(0, line.getBoundingClientRect().bottom + nowMargin - bottom)
    const missing = hidden - (own.scrollHeight - own.clientHeight)
    if (missing > 0) own.style.paddingBottom = `${missing}px`
    own.scrollTop = hidden
  }, [grid, period])
}

/** A person's items: the name is only on those that other persons share. Items of no person are everyone's. */
function itemsOf(key: string, items: readonly CalendarItem[]): CalendarItem[] {
  return items.flatMap(({ person, personInitials, ...item }) => {
    if (item.people && !item.people.includes(key)) return []
    return [item.people && item.people.length > 1 && person ? { ...item, person } : item]
  })
}
