import { classNames } from '#src/ui/class-names.ts'
import { toneMarks, toneSurfaces } from '#src/ui/tone.ts'
import { type CalendarItem, dayAccessibleName, sortByTime } from './calendar-items.ts'
import type { MonthGridProps } from './month-grid.tsx'
import { DayNumber, MonthTable, type MonthTableCell } from './month-table.tsx'
import { rovingItemProps } from './roving-focus.ts'

type CompactMonthProps = Pick<MonthGridProps, 'label' | 'days' | 'items' | 'bands' | 'countLabel' | 'onTurn'> & {
  /** The day whose `Agenda` is shown next to the month. */
  chosen: string
  onChooseDay: (day: string) => void
}

/** A month for columns too narrow for titles: dots, names of bands and a selected day. */
export function CompactMonth(props: CompactMonthProps) {
  const { label, days, items, bands, chosen, countLabel, onTurn, onChooseDay } = props
  const byDay = Map.groupBy(sortByTime(items), (item) => item.day)
  return (
    <MonthTable
      label={label}
      days={days}
      bands={bands}
      home={chosen}
      onTurn={onTurn}
      rowHeight={`${rowHeight}px`}
      expectedRowHeight={rowHeight}
    >
      {(cell) => {
        const own = byDay.get(cell.day.day) ?? []
        return (
          <td
            key={cell.day.day}
            className={classNames(
              'border-r border-line-soft align-top last:border-r-0',
              cell.day.outside && 'bg-surface-layout',
            )}
          >
            <div className="relative">
              <button
                type="button"
                {...rovingItemProps(cell.day.day)}
                aria-label={dayAccessibleName(cell.day, bands, own, countLabel)}
                aria-current={cell.day.today ? 'date' : undefined}
                aria-pressed={cell.day.day === chosen}
                onClick={() => onChooseDay(cell.day.day)}
                style={{ height: rowHeight + bandHeight * Math.max(0, cell.lanes - 1) }}
                className="flex w-full flex-col items-center justify-between rounded py-xxs focus-visible:-outline-offset-2"
              >
                <DayNumber day={cell.day} isChosen={cell.day.day === chosen} />
                <Dots items={own} isPast={cell.day.past} />
              </button>
              <BandNames cell={cell} />
            </div>
          </td>
        )
      }}
    </MonthTable>
  )
}

const shownDots = 3

/** Of a week, with room for one row of bands; and of each further one. In pixels. */
const [rowHeight, bandHeight] = [64, 16]

/** Names of bands, from their first day in this row, and whose they are. Screen readers have them in the names of the days. */
function BandNames({ cell: { column, bands } }: { cell: MonthTableCell }) {
  return bands
    .filter((placed) => placed.column === column)
    .map(({ band, lane, span }) => (
      <span
        key={band.key}
        aria-hidden="true"
        style={{ width: `${span * 100}%`, top: rowHeight / 2 + bandHeight * lane }}
        className={classNames(
          'pointer-events-none absolute left-0 z-sticky flex h-[1rem] gap-x-xxs overflow-hidden px-xxs text-xs font-medium',
          toneSurfaces[band.tone],
        )}
      >
        <span lang={band.titleLang} className="min-w-0 truncate">
          {band.title}
        </span>
        {band.personInitials && <span className="shrink-0 font-normal">· {band.personInitials}</span>}
      </span>
    ))
}

/** Dots of the first items, and the number of the others. On a day before today they are grey. */
function Dots({ items, isPast = false }: { items: readonly CalendarItem[]; isPast?: boolean | undefined }) {
  const more = items.length - shownDots
  return (
    <span className="flex h-[8px] items-center gap-half">
      {items.slice(0, shownDots).map(({ key, tone, cancelled, due }) => (
        <span
          key={key}
          className={classNames(
            'h-[6px]',
            // A deadline is a line.
            due ? 'w-[2px]' : 'w-[6px] rounded-full',
            cancelled ? 'border border-line-control' : toneMarks[isPast ? 'neutral' : tone],
          )}
        />
      ))}
      {more > 0 && (
        // The name of the day counts its items: this number is no text that the name would have to repeat.
        <span
          data-others={`+${more}`}
          className="text-[0.6875rem]/[0.5rem] text-ink-muted tabular-nums before:content-[attr(data-others)]"
        />
      )}
    </span>
  )
}
