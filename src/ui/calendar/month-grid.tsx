import { classNames } from '#src/ui/class-names.ts'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { CalendarBandChip, CalendarChip } from './calendar-chip.tsx'
import {
  type CalendarBand,
  type CalendarDay,
  type CalendarItem,
  dayAccessibleName,
  sortByTime,
} from './calendar-items.ts'
import { DayNumber, MonthTable, type MonthTableCell } from './month-table.tsx'
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
  /** Maximum number of items and bands of a day, before «ещё N». */
  room?: number
  /** Such as «ещё 2». */
  moreLabel: (count: number) => string
  /** Such as «5 занятий». */
  countLabel: (count: number) => string
  onOpen: (key: string) => void
  onOpenDay: (day: string) => void
  onTurn: (step: 1 | -1, day: string) => void
}

/** A month with its items, for columns of at least 110 pixels; narrower ones show `CompactMonth`. */
export function MonthGrid(props: MonthGridProps) {
  const { label, days, home, items, bands, room = 4, moreLabel, countLabel, onOpen, onOpenDay, onTurn } = props
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
            name={dayAccessibleName(day, bands, own, countLabel)}
            items={own}
            bands={over}
            room={room}
            moreLabel={moreLabel}
            onOpen={onOpen}
            onOpenDay={onOpenDay}
          />
        )
      }}
    </MonthTable>
  )
}

type MonthCellProps = MonthTableCell &
  Pick<MonthGridProps, 'moreLabel' | 'onOpen' | 'onOpenDay'> & {
    name: string
    items: readonly CalendarItem[]
    room: number
  }

function MonthCell({ day, name, column, items, bands, room, moreLabel, onOpen, onOpenDay }: MonthCellProps) {
  const lanes = Math.max(0, ...bands.map(({ lane }) => lane + 1))
  const left = Math.max(1, room - lanes)
  const shown = items.length > left ? items.slice(0, left - 1) : items
  const hidden = items.length - shown.length
  return (
    <td
      className={classNames(
        'h-[132px] border-r border-line-soft pb-xxs align-top last:border-r-0',
        day.outside && 'bg-surface-layout',
      )}
    >
      <button
        type="button"
        {...rovingItemProps(day.day)}
        aria-label={name}
        aria-current={day.today ? 'date' : undefined}
        onClick={() => onOpenDay(day.day)}
        className="flex rounded p-xxs focus-visible:-outline-offset-2"
      >
        <DayNumber day={day} />
      </button>
      <div className="flex flex-col gap-half">
        {lanesUpTo(lanes).map((lane) => (
          <BandPart key={lane} cell={{ day, column, bands }} lane={lane} onOpen={onOpen} />
        ))}
        {shown.map((item) => (
          <div key={item.key} className="px-xxs">
            <CalendarChip item={item} onOpen={onOpen} />
          </div>
        ))}
        {hidden > 0 && (
          <button
            type="button"
            {...rovingItemProps(day.day)}
            onClick={() => onOpenDay(day.day)}
            className="mx-xxs rounded-sm px-xs text-left text-xs/[24px] text-ink-muted hover:bg-surface-hover hover:text-ink focus-visible:outline-offset-0"
          >
            {moreLabel(hidden)}
            <VisuallyHidden>, {day.name}</VisuallyHidden>
          </button>
        )}
      </div>
    </td>
  )
}

type BandPartProps = { cell: MonthTableCell; lane: number; onOpen: (key: string) => void }

/** The band starts in its first cell and overlaps the next ones. */
function BandPart({ cell: { day, column, bands }, lane, onOpen }: BandPartProps) {
  const placed = bands.find((band) => band.lane === lane)
  return (
    <div className="relative h-[24px]">
      {placed?.column === column && (
        <div className="absolute inset-y-0 left-0 z-sticky" style={{ width: `${placed.span * 100}%` }}>
          <CalendarBandChip band={placed.band} day={day.day} continues={placed.continues} onOpen={onOpen} />
        </div>
      )}
    </div>
  )
}

const lanesUpTo = (count: number) => Array.from({ length: count }, (_, lane) => lane)
