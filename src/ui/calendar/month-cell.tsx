import { classes } from '#src/ui/classes.ts'
import { solid } from '#src/ui/tone.ts'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { CalendarChip, CalendarStrip } from './chip.tsx'
import type { CalendarDay, CalendarItem } from './items.ts'
import type { MonthSheetProps } from './month-sheet.tsx'
import type { PlacedBand } from './placing.ts'

type MonthCellProps = Pick<MonthSheetProps, 'moreWords' | 'countWords' | 'onOpen' | 'onOpenDay'> & {
  day: CalendarDay
  column: number
  items: readonly CalendarItem[]
  /** The bands that lie over this day. */
  bands: readonly PlacedBand[]
  room: number
}

export function MonthCell({
  day,
  column,
  items,
  bands,
  room,
  moreWords,
  countWords,
  onOpen,
  onOpenDay,
}: MonthCellProps) {
  const lanes = Math.max(0, ...bands.map(({ lane }) => lane + 1))
  const left = Math.max(1, room - lanes)
  const shown = items.length > left ? items.slice(0, left - 1) : items
  const hidden = items.length - shown.length
  return (
    <td
      className={classes(
        'h-[64px] border-r border-line-soft align-top last:border-r-0 md:h-[132px]',
        day.outside && 'bg-surface-layout',
      )}
    >
      <button
        type="button"
        aria-label={items.length > 0 ? `${day.name}, ${countWords(items.length)}` : day.name}
        aria-current={day.today ? 'date' : undefined}
        aria-pressed={day.chosen}
        onClick={() => onOpenDay(day.day)}
        className="flex w-full flex-col items-center gap-xxs rounded py-xxs focus-visible:-outline-offset-2 max-md:h-[64px] md:w-auto md:px-xxs"
      >
        <span
          className={classes(
            'inline-flex size-[28px] items-center justify-center rounded-full text-sm tabular-nums',
            numberLook(day),
          )}
        >
          {day.number}
        </span>
        <span className="flex gap-half md:hidden">
          {bands.length > 0 && (
            <span className={classes('h-[6px] w-sm rounded-full', solid[bands[0]?.band.tone ?? 'neutral'])} />
          )}
          {items.slice(0, 3).map((item) => (
            <span key={item.key} className={classes('size-[6px] rounded-full', solid[item.tone])} />
          ))}
        </span>
      </button>
      <div className="hidden flex-col gap-half pb-xxs md:flex">
        {Array.from({ length: lanes }, (_, lane) => bandIn(bands, lane, column, onOpen))}
        {shown.map((item) => (
          <div key={item.key} className="h-[24px] px-xxs">
            <CalendarChip item={item} shape="line" time={item.starts} onOpen={onOpen} />
          </div>
        ))}
        {hidden > 0 && (
          <button
            type="button"
            onClick={() => onOpenDay(day.day)}
            className="mx-xxs rounded-sm px-xs text-left text-xs/[24px] text-ink-muted hover:bg-surface-hover hover:text-ink focus-visible:outline-offset-0"
          >
            {moreWords(hidden)}
            <VisuallyHidden>, {day.name}</VisuallyHidden>
          </button>
        )}
      </div>
    </td>
  )
}

function numberLook({ today, outside, chosen }: CalendarDay) {
  if (chosen) return 'bg-grey-10 font-strong text-ink-inverse'
  if (today) return 'bg-primary font-strong text-ink'
  return outside ? 'text-ink-muted' : 'font-medium'
}

/** The band starts in its first cell and reaches over the next ones, where only its words for listeners stand. */
function bandIn(bands: readonly PlacedBand[], lane: number, column: number, onOpen: (key: string) => void) {
  const placed = bands.find((band) => band.lane === lane)
  const starts = placed?.column === column
  return (
    <div key={`lane ${lane}`} className="relative h-[24px]">
      {placed && !starts && <VisuallyHidden>{placed.band.title}</VisuallyHidden>}
      {placed && starts && (
        <div className="absolute inset-y-0 left-0 z-sticky" style={{ width: `${placed.span * 100}%` }}>
          <CalendarStrip band={placed.band} continues={placed.continues} onOpen={onOpen} />
        </div>
      )}
    </div>
  )
}
