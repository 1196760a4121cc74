import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { CalendarChip } from './chip.tsx'
import type { CalendarDay, CalendarItem } from './items.ts'
import { type PlacedItem, shortest, sideBySide } from './placing.ts'

/** Pixels of an hour. */
export const hourHeight = 64

type WeekDayProps = {
  day: CalendarDay
  items: readonly CalendarItem[]
  firstHour: number
  lastHour: number
  now: { minutes: number; label: string } | null
  onOpen: (key: string) => void
}

/** One column of the week: its items by the hour, overlapping ones side by side. */
export function WeekDay({ day, items, firstHour, lastHour, now, onOpen }: WeekDayProps) {
  const pixels = (minutes: number) => ((minutes - firstHour * 60) / 60) * hourHeight
  return (
    <div className="relative border-l border-line-soft">
      <ol aria-label={day.name}>
        {sideBySide(items).map((placed) => (
          <li key={placed.item.key} className="absolute p-half" style={boxOf(placed, pixels)}>
            <CalendarChip shape="box" {...wordsThatFit(placed)} item={placed.item} onOpen={onOpen} />
          </li>
        ))}
      </ol>
      {now && (
        <div
          className="pointer-events-none absolute inset-x-0 z-sticky h-[2px] bg-mark-error"
          // Before the first hour and after the last one, the moment waits at the edge of the day.
          style={{ top: pixels(Math.min(Math.max(now.minutes, firstHour * 60), lastHour * 60)) - 1 }}
        >
          <span className="absolute -top-[3px] -left-[4px] size-xs rounded-full bg-mark-error" />
          <VisuallyHidden>{now.label}</VisuallyHidden>
        </div>
      )}
    </div>
  )
}

/** As many words as fit: a shared lane has no room for the end, a short item none for the note. */
function wordsThatFit({ item, lanes }: PlacedItem) {
  const long = item.hours.to - item.hours.from >= 60
  return { time: lanes > 1 ? item.starts : `${item.starts}–${item.ends}`, note: long ? item.note : undefined }
}

function boxOf({ item: { hours }, lane, lanes }: PlacedItem, pixels: (minutes: number) => number) {
  const end = Math.max(hours.to, hours.from + shortest)
  return {
    top: pixels(hours.from),
    height: pixels(end) - pixels(hours.from),
    left: `${(lane / lanes) * 100}%`,
    width: `${100 / lanes}%`,
  }
}
