// biome-ignore-all lint/a11y/useSemanticElements: the hours of a day are not table rows
// biome-ignore-all lint/a11y/useFocusableInteractive: arrow keys move between the buttons inside

import { classNames } from '#src/ui/class-names.ts'
import { toneMarks } from '#src/ui/tone.ts'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { CalendarBandChip, CalendarChip } from './calendar-chip.tsx'
import {
  type CalendarBand,
  type CalendarDay,
  type CalendarItem,
  type CalendarPerson,
  dayAccessibleName,
} from './calendar-items.ts'
import { hourHeight, layOutBands, placeSideBySide, stackOverlapping, visibleHours } from './event-layout.ts'
import { MonthChip } from './month-chip.tsx'
import { rovingItemProps, useRovingFocus } from './roving-focus.ts'

type TimeGridProps = {
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
  /** Current time, if it is in this period: minutes since midnight. */
  now: { day: string; minutes: number; label: string } | null
  allDayLabel: string
  /** Such as «09:00». */
  formatHour: (hour: number) => string
  moreLabel: (count: number) => string
  countLabel: (count: number) => string
  onOpen: (key: string) => void
  onOpenDay: (day: string) => void
  onTurn: (step: 1 | -1, day: string) => void
}

/**
 * A week or a day by hours, from its first item to its last. A week needs a window from `lg`; narrower ones show the
 * `Agenda`.
 */
export function TimeGrid(props: TimeGridProps) {
  const {
    label,
    days,
    people = [],
    home,
    items,
    bands,
    now,
    allDayLabel,
    formatHour,
    countLabel,
    onTurn,
    ...rest
  } = props
  const { onOpen, onOpenDay } = rest
  const stop = useRovingFocus<HTMLDivElement>({ period: label, home, onTurn })
  const { from, to } = visibleHours(items)
  const hours = Array.from({ length: to - from }, (_, index) => from + index)
  const wholeDay = items.filter(({ hours }) => hours === null)
  const byDay = Map.groupBy(items, (item) => item.day)
  const columns = days.flatMap((day) =>
    people.length > 0
      ? people.map(({ key, name }) => ({ key, name: `${name}, ${day.name}`, day, items: itemsOf(key, items) }))
      : [{ key: day.day, name: day.name, day, items: byDay.get(day.day) ?? [] }],
  )
  return (
    <div
      role="grid"
      aria-label={label}
      tabIndex={-1}
      {...stop}
      className="isolate rounded-lg border border-line-soft bg-surface"
    >
      {days.length > 1 && (
        <WeekHeader days={days} byDay={byDay} bands={bands} countLabel={countLabel} onOpenDay={onOpenDay} />
      )}
      {people.length > 0 && (
        <PeopleHeader people={people} counts={columns.map(({ items }) => countLabel(items.length))} />
      )}
      {(wholeDay.length > 0 || bands.length > 0) && (
        <AllDayRow label={allDayLabel} days={days} items={wholeDay} bands={bands} onOpen={onOpen} />
      )}
      <div role="row" className="relative grid" style={{ gridTemplateColumns: columnsOf(columns) }}>
        <div aria-hidden="true" className="text-right text-xs text-ink-muted tabular-nums">
          {hours.map((hour) => (
            <div key={hour} className="pr-xs" style={{ height: hourHeight }}>
              <span className={hour === from ? '' : 'relative -top-[8px]'}>{formatHour(hour)}</span>
            </div>
          ))}
        </div>
        <div aria-hidden="true" className="pointer-events-none absolute inset-y-0 right-0 left-[56px]">
          {hours.map((hour) => (
            <div key={hour} className="border-b border-line-soft last:border-b-0" style={{ height: hourHeight }} />
          ))}
        </div>
        {columns.map(({ key, name, day, items: own }) => (
          <DayColumn
            {...rest}
            key={key}
            name={name}
            day={day}
            items={own}
            firstHour={from}
            lastHour={to}
            isOnly={days.length === 1}
            now={now?.day === day.day ? now : null}
          />
        ))}
      </div>
    </div>
  )
}

/** A person's items: the name is only on those that other persons share. Items of no person are everyone's. */
function itemsOf(key: string, items: readonly CalendarItem[]): CalendarItem[] {
  return items.flatMap(({ person, personInitials, ...item }) => {
    if (item.people && !item.people.includes(key)) return []
    return [item.people && item.people.length > 1 && person ? { ...item, person } : item]
  })
}

const columnsOf = ({ length }: readonly unknown[]) => `56px repeat(${length}, minmax(0, 1fr))`

type WeekHeaderProps = {
  days: readonly CalendarDay[]
  byDay: ReadonlyMap<string, readonly CalendarItem[]>
  bands: readonly CalendarBand[]
  countLabel: (count: number) => string
  onOpenDay: (day: string) => void
}

/** Header of the week with a button per day; sticky. */
function WeekHeader({ days, byDay, bands, countLabel, onOpenDay }: WeekHeaderProps) {
  return (
    <div
      role="row"
      className="sticky top-(--sticky-top) z-header grid rounded-t-lg border-b border-line bg-surface print:static"
      style={{ gridTemplateColumns: columnsOf(days) }}
    >
      <span />
      {days.map((day) => (
        <div
          key={day.day}
          role="columnheader"
          className="relative flex flex-wrap items-center justify-center gap-x-xs gap-y-half py-xs text-sm text-ink-muted"
        >
          <span aria-hidden="true">{day.weekday}</span>
          <button
            type="button"
            {...rovingItemProps(day.day)}
            aria-label={dayAccessibleName(day, bands, byDay.get(day.day) ?? [], countLabel)}
            aria-current={day.today ? 'date' : undefined}
            onClick={() => onOpenDay(day.day)}
            className={classNames(
              'inline-flex size-[32px] items-center justify-center rounded-full text-base tabular-nums after:absolute after:inset-0',
              day.today ? 'bg-mark-info font-strong text-ink-inverse' : 'font-medium text-ink',
            )}
          >
            {day.number}
          </button>
        </div>
      ))}
    </div>
  )
}

type PeopleHeaderProps = {
  people: readonly CalendarPerson[]
  /** What the columns hold, in words. */
  counts: readonly string[]
}

/** Header of a day with a column per person; sticky. */
function PeopleHeader({ people, counts }: PeopleHeaderProps) {
  return (
    <div
      role="row"
      className="sticky top-(--sticky-top) z-header grid rounded-t-lg border-b border-line bg-surface print:static"
      style={{ gridTemplateColumns: columnsOf(people) }}
    >
      <span />
      {people.map(({ key, name, tone }, index) => (
        <div
          key={key}
          role="columnheader"
          className="flex min-w-0 items-center gap-xs border-l border-line-soft px-xs py-sm text-sm"
        >
          <span className={classNames('size-[8px] shrink-0 rounded-full', toneMarks[tone])} />
          <span className="truncate font-medium">{name}</span>
          <span className="ml-auto whitespace-nowrap text-ink-muted">{counts[index]}</span>
        </div>
      ))}
    </div>
  )
}

type AllDayRowProps = {
  label: string
  days: readonly CalendarDay[]
  items: readonly CalendarItem[]
  bands: readonly CalendarBand[]
  onOpen: (key: string) => void
}

function AllDayRow({ label, days, items, bands, onOpen }: AllDayRowProps) {
  const placed = layOutBands(bands, days)
  const lanes = Math.max(0, ...placed.map(({ lane }) => lane + 1))
  const nth = new Map<string, number>()
  return (
    <div role="row" className="grid grid-cols-[56px_1fr] border-b border-line">
      <span aria-hidden="true" className="py-xs pr-xs text-right text-xs text-ink-muted">
        {label}
      </span>
      <div role="gridcell" aria-colspan={days.length}>
        <ul
          aria-label={label}
          className="grid auto-rows-[minmax(22px,auto)] gap-y-half py-xxs"
          style={{ gridTemplateColumns: `repeat(${days.length}, minmax(0, 1fr))` }}
        >
          {placed.map(({ band, lane, column, span, continues }) => (
            <li
              key={band.key}
              className="min-w-0"
              style={{ gridColumn: `${column + 1} / span ${span}`, gridRow: lane + 1 }}
            >
              <CalendarBandChip band={band} day={days[column]?.day ?? ''} continues={continues} onOpen={onOpen} />
            </li>
          ))}
          {items.map((item) => {
            const row = lanes + 1 + (nth.get(item.day) ?? 0)
            nth.set(item.day, (nth.get(item.day) ?? 0) + 1)
            const column = days.findIndex(({ day }) => day === item.day) + 1
            return (
              <li key={item.key} className="min-w-0 px-half" style={{ gridColumn: column, gridRow: row }}>
                <MonthChip item={item} onOpen={onOpen} />
              </li>
            )
          })}
        </ul>
      </div>
    </div>
  )
}

type DayColumnProps = {
  /** Accessible name of its list. */
  name: string
  day: CalendarDay
  items: readonly CalendarItem[]
  firstHour: number
  lastHour: number
  /** The only day: its items have room side by side. */
  isOnly: boolean
  now: { minutes: number; label: string } | null
  moreLabel: (count: number) => string
  onOpen: (key: string) => void
  onOpenDay: (day: string) => void
}

function DayColumn({
  name,
  day,
  items,
  firstHour,
  lastHour,
  isOnly,
  now,
  moreLabel,
  onOpen,
  onOpenDay,
}: DayColumnProps) {
  const { cards, rests } = isOnly
    ? { cards: placeSideBySide(items, firstHour), rests: [] }
    : stackOverlapping(items, firstHour)
  const isNowVisible = now !== null && now.minutes >= firstHour * 60 && now.minutes <= lastHour * 60
  return (
    <div role="gridcell" className="relative isolate border-l border-line-soft">
      <ol aria-label={name}>
        {cards.map(({ item, top, height, open, left, right }) => (
          <li
            key={item.key}
            className="absolute rounded border border-surface bg-surface focus-within:z-sticky hover:z-sticky"
            style={{ top, height, left, right }}
          >
            <CalendarChip item={item} lines={Math.max(2, Math.floor((open - 6) / 16))} onOpen={onOpen} />
          </li>
        ))}
        {rests.map(({ top, count }) => (
          <li key={top} className="absolute inset-x-0 bg-surface" style={{ top }}>
            <button
              type="button"
              {...rovingItemProps(day.day)}
              onClick={() => onOpenDay(day.day)}
              className="w-full rounded-sm px-xs text-left text-xs/[24px] text-ink-muted hover:bg-surface-hover hover:text-ink"
            >
              {moreLabel(count)}
              <VisuallyHidden>, {day.name}</VisuallyHidden>
            </button>
          </li>
        ))}
      </ol>
      {isNowVisible && (
        <div
          className="pointer-events-none absolute inset-x-0 z-sticky h-[2px] bg-mark-info"
          style={{ top: ((now.minutes - firstHour * 60) / 60) * hourHeight - 1 }}
        >
          <span className="absolute -top-[3px] -left-[4px] size-xs rounded-full bg-mark-info" />
          <VisuallyHidden>{now.label}</VisuallyHidden>
        </div>
      )}
    </div>
  )
}
