// biome-ignore-all lint/a11y/useSemanticElements: the hours of a day are not table rows
// biome-ignore-all lint/a11y/useFocusableInteractive: arrow keys move between the buttons inside
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { CalendarChip } from './calendar-chip.tsx'
import type { CalendarDay, CalendarItem } from './calendar-items.ts'
import { hourHeight, stackOverlapping } from './event-layout.ts'
import { rovingItemProps } from './use-roving-focus.ts'

type WeekDayProps = {
  day: CalendarDay
  items: readonly CalendarItem[]
  firstHour: number
  lastHour: number
  now: { minutes: number; label: string } | null
  moreWords: (count: number) => string
  onOpen: (key: string) => void
  onOpenDay: (day: string) => void
}

/** A day of the week view: items by hour, overlapping ones stacked. */
export function WeekDay({ day, items, firstHour, lastHour, now, moreWords, onOpen, onOpenDay }: WeekDayProps) {
  const { cards, rests } = stackOverlapping(items, firstHour)
  const moment = now && Math.min(Math.max(now.minutes, firstHour * 60), lastHour * 60)
  return (
    <div role="gridcell" className="relative isolate border-l border-line-soft">
      <ol aria-label={day.name}>
        {cards.map(({ item, top, height, open, depth }) => (
          <li
            key={item.key}
            className="absolute right-0 rounded border border-surface bg-surface focus-within:z-sticky hover:z-sticky"
            style={{ top, height, left: depth * 8 }}
          >
            <CalendarChip item={item} lines={Math.max(2, Math.floor((open - 6) / 16))} withEnd onOpen={onOpen} />
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
              {moreWords(count)}
              <VisuallyHidden>, {day.name}</VisuallyHidden>
            </button>
          </li>
        ))}
      </ol>
      {now && moment !== null && (
        <div
          className="pointer-events-none absolute inset-x-0 z-sticky h-[2px] bg-mark-error"
          // Outside the visible hours the current time is at the edge of the day.
          style={{ top: ((moment - firstHour * 60) / 60) * hourHeight - 1 }}
        >
          <span className="absolute -top-[3px] -left-[4px] size-xs rounded-full bg-mark-error" />
          <VisuallyHidden>{now.label}</VisuallyHidden>
        </div>
      )}
    </div>
  )
}
