import { classNames } from '#src/ui/class-names.ts'
import { CalendarBandChip } from './calendar-chip.tsx'
import { monthRowHeight } from './calendar-height.ts'
import {
  type CalendarBand,
  type CalendarDay,
  type CalendarItem,
  dayAccessibleName,
  sortByTime,
} from './calendar-items.ts'
import { lanesOf } from './event-layout.ts'
import { MonthChip } from './month-chip.tsx'
import { DayNumber, MonthTable, type MonthTableCell } from './month-table.tsx'
import { MoreButton } from './more-button.tsx'
import { rovingItemProps } from './roving-focus.ts'

export type MonthGridProps = {
  /** The month, such as «Ноябрь 2026». */
  label: string
  /** Whole weeks, Monday first. */
  days: readonly CalendarDay[]
  /** Day of the initial tab stop. */
  home: string
  items: readonly CalendarItem[]
  bands: readonly CalendarBand[]
  /** Such as «ещё 2». */
  moreLabel: (count: number) => string
  /** Such as «5 занятий». */
  countLabel: (count: number) => string
  onOpen: (key: string) => void
  onOpenDay: (day: string) => void
  /** Shows the items of the day that have no room. */
  onMore: (day: string) => void
  onTurn: (step: 1 | -1, day: string) => void
}

/** A month with its items, for columns of at least 110 pixels; narrower ones show `CompactMonth`. */
export function MonthGrid(props: MonthGridProps) {
  const { label, days, home, items, bands, moreLabel, countLabel, onOpen, onOpenDay, onMore, onTurn } = props
  const byDay = Map.groupBy(sortByTime(items), (item) => item.day)
  const weeks = days.length / 7
  return (
    <MonthTable
      label={label}
      days={days}
      bands={bands}
      home={home}
      onTurn={onTurn}
      rowHeight={monthRowHeight(weeks)}
      expectedRowHeight={Math.floor(usualWeeksHeight / weeks)}
    >
      {({ day, column, bands: over }, rowHeight) => {
        const own = byDay.get(day.day) ?? []
        return (
          <MonthCell
            key={day.day}
            day={day}
            column={column}
            name={dayAccessibleName(day, bands, own, countLabel)}
            items={own}
            bands={over}
            room={rowHeight - dayNumberHeight}
            moreLabel={moreLabel}
            onOpen={onOpen}
            onOpenDay={onOpenDay}
            onMore={onMore}
          />
        )
      }}
    </MonthTable>
  )
}

type MonthCellProps = Omit<MonthTableCell, 'lanes'> &
  Pick<MonthGridProps, 'moreLabel' | 'onOpen' | 'onOpenDay' | 'onMore'> & {
    name: string
    items: readonly CalendarItem[]
    /** Height below the number of the day, in pixels. */
    room: number
  }

/** Height of the weeks in a window of 900 pixels. */
const usualWeeksHeight = 592
/** In pixels, with the gap below; buttons of 22 pixels at this distance are far enough apart (WCAG 2.5.8). */
const [dayNumberHeight, lineHeight, tallHeight, gap] = [25, 24, 36, 2]

function MonthCell(props: MonthCellProps) {
  const { day, name, column, items, bands, room, moreLabel, onOpen, onOpenDay, onMore } = props
  const lanes = lanesOf(bands)
  const left = room + gap - lanes * lineHeight
  const shown = items.slice(0, Math.max(1, Math.floor(left / lineHeight)))
  const hidden = items.slice(shown.length)
  const tall = tallItems(shown, left - shown.length * lineHeight)
  return (
    <td
      className={classNames('relative border-r border-line-soft last:border-r-0', day.outside && 'bg-surface-layout')}
    >
      {/* Out of the flow, so that all weeks have the same height. */}
      <div className="absolute inset-0 overflow-y-clip">
        <button
          type="button"
          {...rovingItemProps(day.day)}
          aria-label={name}
          aria-current={day.today ? 'date' : undefined}
          onClick={() => onOpenDay(day.day)}
          className="mb-px flex rounded px-xxs focus-visible:-outline-offset-2"
        >
          <DayNumber day={day} size="small" />
        </button>
        <div className="flex flex-col gap-half">
          {lanesUpTo(lanes).map((lane) => (
            <BandPart key={lane} cell={{ day, column, bands }} lane={lane} onOpen={onOpen} />
          ))}
          {shown.map((item) => (
            <div key={item.key} className="px-half">
              <MonthChip item={item} isTall={tall.has(item)} isPast={day.past} onOpen={onOpen} />
            </div>
          ))}
          {/* Beside the number of the day, where it takes no room from the items. */}
          {hidden.length > 0 && (
            <div className="absolute top-0 right-0">
              <MoreButton
                day={day}
                hidden={hidden.map(({ key }) => key)}
                label={moreLabel(hidden.length)}
                onMore={onMore}
              />
            </div>
          )}
        </div>
      </div>
    </td>
  )
}

/** The items with the longest titles, as many as have two lines in `room` pixels that the others leave. */
function tallItems(items: readonly CalendarItem[], room: number): Set<CalendarItem> {
  const byTitle = items.toSorted((one, other) => other.title.length - one.title.length)
  return new Set(byTitle.slice(0, Math.max(0, Math.floor(room / (tallHeight - lineHeight)))))
}

type BandPartProps = { cell: Omit<MonthTableCell, 'lanes'>; lane: number; onOpen: (key: string) => void }

/** The band starts in its first cell and overlaps the next ones. */
function BandPart({ cell: { day, column, bands }, lane, onOpen }: BandPartProps) {
  const placed = bands.find((band) => band.lane === lane)
  return (
    <div className="relative h-[1.375rem]">
      {placed?.column === column && (
        <div className="absolute inset-y-0 left-0 z-sticky" style={{ width: `${placed.span * 100}%` }}>
          <CalendarBandChip band={placed.band} day={day.day} continues={placed.continues} onOpen={onOpen} />
        </div>
      )}
    </div>
  )
}

const lanesUpTo = (count: number) => Array.from({ length: count }, (_, lane) => lane)
