import { classes } from '#src/ui/classes.ts'
import { solid } from '#src/ui/tone.ts'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { CalendarChip, CalendarStrip } from './chip.tsx'
import type { CalendarDay, CalendarItem } from './items.ts'
import type { MonthSheetProps } from './month-sheet.tsx'
import type { PlacedBand } from './placing.ts'

type MonthCellProps = Pick<MonthSheetProps, 'moreWords' | 'countWords' | 'onOpen' | 'onOpenDay' | 'onChooseDay'> & {
  day: CalendarDay
  isChosen: boolean
  column: number
  items: readonly CalendarItem[]
  /** The bands that lie over this day. */
  bands: readonly PlacedBand[]
  room: number
}

/** A day of the month: dots that choose it on a phone; elsewhere its items, under a number that opens it. */
export function MonthCell({
  day,
  isChosen,
  column,
  items,
  bands,
  room,
  moreWords,
  countWords,
  onOpen,
  onOpenDay,
  onChooseDay,
}: MonthCellProps) {
  const lanes = Math.max(0, ...bands.map(({ lane }) => lane + 1))
  const left = Math.max(1, room - lanes)
  const shown = items.length > left ? items.slice(0, left - 1) : items
  const hidden = items.length - shown.length
  const named = {
    type: 'button',
    'aria-label': items.length > 0 ? `${day.name}, ${countWords(items.length)}` : day.name,
    'aria-current': day.today ? 'date' : undefined,
  } as const
  return (
    <td
      className={classes(
        'h-[64px] border-r border-line-soft align-top last:border-r-0 md:h-[132px]',
        day.outside && 'bg-surface-layout',
      )}
    >
      <button
        {...named}
        aria-pressed={isChosen}
        onClick={() => onChooseDay(day.day)}
        className="flex h-[64px] w-full flex-col items-center gap-xxs rounded py-xxs focus-visible:-outline-offset-2 md:hidden"
      >
        <DayNumber day={day} isChosen={isChosen} />
        <span className="flex gap-half">
          {bands.length > 0 && (
            <span className={classes('h-[6px] w-sm rounded-full', solid[bands[0]?.band.tone ?? 'neutral'])} />
          )}
          {items.slice(0, 3).map((item) => (
            <span key={item.key} className={classes('size-[6px] rounded-full', solid[item.tone])} />
          ))}
        </span>
      </button>
      <button
        {...named}
        onClick={() => onOpenDay(day.day)}
        className="flex rounded p-xxs focus-visible:-outline-offset-2 max-md:hidden"
      >
        <DayNumber day={day} />
      </button>
      <div className="flex flex-col gap-half pb-xxs max-md:hidden">
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

function DayNumber({ day, isChosen = false }: { day: CalendarDay; isChosen?: boolean }) {
  return (
    <span
      className={classes(
        'inline-flex size-[28px] items-center justify-center rounded-full text-sm tabular-nums',
        isChosen ? 'bg-grey-10 font-strong text-ink-inverse' : numberLook(day),
      )}
    >
      {day.number}
    </span>
  )
}

function numberLook({ today, outside }: CalendarDay) {
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
