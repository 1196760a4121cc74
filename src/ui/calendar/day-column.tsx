// biome-ignore-all lint/a11y/useSemanticElements: the hours of a day are not table rows
// biome-ignore-all lint/a11y/useFocusableInteractive: arrow keys move between the buttons inside

import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { CalendarChip } from './calendar-chip.tsx'
import type { CalendarDay, CalendarItem } from './calendar-items.ts'
import { type HourScale, placeSideBySide } from './event-layout.ts'
import { MoreButton } from './more-button.tsx'

export type DayColumnProps = {
  /** Accessible name of its list. */
  name: string
  day: CalendarDay
  items: readonly CalendarItem[]
  scale: HourScale
  /** Items side by side; the others are counted. */
  maxColumns: number
  /** Hours after the first one. */
  now: { hours: number; label: string } | null
  /** Minutes since midnight until which items of the day are over. */
  overUntil: number
  /** Such as «ещё 2». */
  moreLabel: (count: number) => string
  onOpen: (key: string) => void
  /** Shows the items of the day that have no room. */
  onMore: (day: string) => void
}

/** The items of a day, or of a person's day, at their hours. */
export function DayColumn({
  name,
  day,
  items,
  scale,
  maxColumns,
  now,
  overUntil,
  moreLabel,
  onOpen,
  onMore,
}: DayColumnProps) {
  const { cards, rests } = placeSideBySide(items, scale, maxColumns)
  // The layout counts in pixels. Hours scale by CSS, so that nothing moves when their height is measured.
  const css = (pixels: number) => hoursAsCss(pixels / scale.hourHeight)
  return (
    <div role="gridcell" className="relative isolate border-l border-line-soft">
      {/* Behind the lessons: a line through a title would look like a cancelled one. */}
      {now !== null && (
        <div
          data-now=""
          className="pointer-events-none absolute inset-x-0 -mt-px h-[2px] bg-mark-info"
          style={{ top: insideHours(now.hours, dotRadius) }}
        >
          <span className="absolute -top-[3px] -left-[4px] z-sticky size-xs rounded-full bg-mark-info" />
          <VisuallyHidden>{now.label}</VisuallyHidden>
        </div>
      )}
      <ol aria-label={name}>
        {cards.map(({ item, top, height, left, right }) => (
          <li
            key={item.key}
            className="absolute rounded border border-surface bg-surface focus-within:z-sticky hover:z-sticky"
            style={{ top: css(top), height: css(height), left, right }}
          >
            <CalendarChip
              item={item}
              lines={Math.max(2, Math.floor((height - 6) / 16))}
              isOver={item.hours !== null && item.hours.to <= overUntil}
              onOpen={onOpen}
            />
          </li>
        ))}
        {rests.map(({ top, left, keys }) => (
          <li key={top} className="absolute right-0 bg-surface" style={{ top: css(top), left }}>
            <MoreButton day={day} hidden={keys} label={moreLabel(keys.length)} onMore={onMore} />
          </li>
        ))}
      </ol>
    </div>
  )
}

/** The current time among the hours. */
export function NowLabel({ hours, children }: { hours: number; children: string }) {
  return (
    <span
      className="absolute right-0 -mt-[8px] w-full bg-surface pr-xs font-strong text-ink-info"
      style={{ top: insideHours(hours, halfLabelHeight) }}
    >
      {children}
    </span>
  )
}

/** In pixels. */
const [dotRadius, halfLabelHeight] = [4, 8]

/** At an hour, but at an edge of the day with this distance in pixels: what is drawn there stays whole. */
const insideHours = (hours: number, distance: number) =>
  `clamp(${distance}px, ${hoursAsCss(hours)}, calc(100% - ${distance}px))`

const hoursAsCss = (hours: number) => `calc(var(--hour) * ${hours})`
