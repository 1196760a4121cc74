import { classes } from '#src/ui/classes.ts'
import { solid, tinted } from '#src/ui/tone.ts'
import { DayNumber } from './day-number.tsx'
import type { CalendarItem } from './items.ts'
import { inOrder, spokenDay } from './items.ts'
import type { MonthSheetProps } from './month-sheet.tsx'
import { MonthTable, type SheetCell } from './month-table.tsx'
import { stopOn } from './use-one-stop.ts'

type MonthDotsProps = Pick<MonthSheetProps, 'label' | 'days' | 'items' | 'bands' | 'countWords' | 'onTurn'> & {
  /** The day whose list stands beside or under the sheet (`Agenda`). */
  chosen: string
  onChooseDay: (day: string) => void
}

/** The sheet of a month where its columns have no room for words: dots, the names of bands, and a day to choose. */
export function MonthDots(props: MonthDotsProps) {
  const { label, days, items, bands, chosen, countWords, onTurn, onChooseDay } = props
  const byDay = Map.groupBy(inOrder(items), (item) => item.day)
  return (
    <MonthTable label={label} days={days} bands={bands} home={chosen} onTurn={onTurn}>
      {(cell) => {
        const own = byDay.get(cell.day.day) ?? []
        return (
          <td
            key={cell.day.day}
            className={classes(
              'h-[64px] border-r border-line-soft align-top last:border-r-0',
              cell.day.outside && 'bg-surface-layout',
            )}
          >
            <div className="relative">
              <button
                type="button"
                {...stopOn(cell.day.day)}
                aria-label={spokenDay(cell.day, bands, own, countWords)}
                aria-current={cell.day.today ? 'date' : undefined}
                aria-pressed={cell.day.day === chosen}
                onClick={() => onChooseDay(cell.day.day)}
                className="flex h-[64px] w-full flex-col items-center justify-between rounded py-xxs focus-visible:-outline-offset-2"
              >
                <DayNumber day={cell.day} isChosen={cell.day.day === chosen} />
                <Dots items={own} />
              </button>
              <BandName cell={cell} />
            </div>
          </td>
        )
      }}
    </MonthTable>
  )
}

/** Across its days, from the first of them in this row; its days themselves are heard to have it. */
function BandName({ cell: { column, bands } }: { cell: SheetCell }) {
  const starting = bands.find((placed) => placed.lane === 0 && placed.column === column)
  if (starting === undefined) return null
  const { band, span } = starting
  return (
    <span
      aria-hidden="true"
      style={{ width: `${span * 100}%` }}
      className={classes(
        'pointer-events-none absolute top-[32px] left-0 z-sticky truncate px-xxs text-[11px]/[16px] font-medium',
        tinted[band.tone],
      )}
    >
      {band.title}
    </span>
  )
}

function Dots({ items }: { items: readonly CalendarItem[] }) {
  return (
    <span className="flex h-[8px] gap-half">
      {items.slice(0, 3).map(({ key, tone, cancelled }) => (
        <span
          key={key}
          className={classes('size-[6px] rounded-full', cancelled ? 'border border-line-control' : solid[tone])}
        />
      ))}
    </span>
  )
}
