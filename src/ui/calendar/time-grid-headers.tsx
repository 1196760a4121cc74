// biome-ignore-all lint/a11y/useSemanticElements: the hours of a day are not table rows
// biome-ignore-all lint/a11y/useFocusableInteractive: arrow keys move between the buttons inside

import type { ReactNode } from 'react'
import { classNames } from '#src/ui/class-names.ts'
import { toneMarks } from '#src/ui/tone.ts'
import { CalendarBandChip } from './calendar-chip.tsx'
import {
  type CalendarBand,
  type CalendarDay,
  type CalendarItem,
  type CalendarPerson,
  dayAccessibleName,
} from './calendar-items.ts'
import { lanesOf, layOutBands } from './event-layout.ts'
import { MonthChip } from './month-chip.tsx'
import { rovingItemProps } from './roving-focus.ts'

/** In pixels: of the column before the days. */
export const hoursWidth = 56

/** The hours and equal columns, as CSS. */
export function gridColumnsOf(columns: number): string {
  return `${hoursWidth}px repeat(${columns}, minmax(0, 1fr))`
}

/** What stays above the hours while they scroll; in a low window only the first row of it. */
export function GridHead({ children }: { children: ReactNode }) {
  return (
    <div
      role="rowgroup"
      className="sticky top-0 z-header rounded-t-lg bg-surface [@media(max-height:640px)]:contents print:static"
    >
      {children}
    </div>
  )
}

type WeekHeaderProps = {
  days: readonly CalendarDay[]
  byDay: ReadonlyMap<string, readonly CalendarItem[]>
  bands: readonly CalendarBand[]
  countLabel: (count: number) => string
  onOpenDay: (day: string) => void
}

/** Header of the week with a button per day; sticky. */
export function WeekHeader({ days, byDay, bands, countLabel, onOpenDay }: WeekHeaderProps) {
  return (
    <div
      role="row"
      className="sticky top-0 z-header grid rounded-t-lg border-b border-line bg-surface print:static"
      style={{ gridTemplateColumns: gridColumnsOf(days.length) }}
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
export function PeopleHeader({ people, counts }: PeopleHeaderProps) {
  return (
    <div
      role="row"
      className="sticky top-0 z-header grid rounded-t-lg border-b border-line bg-surface print:static"
      style={{ gridTemplateColumns: gridColumnsOf(people.length) }}
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

/** Bands, and items without hours. */
export function AllDayRow({ label, days, items, bands, onOpen }: AllDayRowProps) {
  const placed = layOutBands(bands, days)
  const lanes = lanesOf(placed)
  const nth = new Map<string, number>()
  return (
    <div role="row" className="grid grid-cols-[56px_1fr] border-b border-line">
      {/* In one line in a fallback font too: a second one would make the hours too high for the window. */}
      <span aria-hidden="true" className="py-xs pr-xxs text-right text-[0.6875rem]/[1rem] text-ink-muted">
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
                <MonthChip item={item} hasIcon={!item.due} onOpen={onOpen} />
              </li>
            )
          })}
        </ul>
      </div>
    </div>
  )
}
