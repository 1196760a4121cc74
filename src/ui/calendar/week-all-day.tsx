// biome-ignore-all lint/a11y/useSemanticElements: the hours of a day are not table rows
// biome-ignore-all lint/a11y/useFocusableInteractive: arrow keys move between the buttons inside
import { CalendarBandChip, CalendarChip } from './calendar-chip.tsx'
import type { CalendarBand, CalendarDay, CalendarItem } from './calendar-items.ts'
import { layOutBands } from './event-layout.ts'

type WeekAllDayProps = {
  label: string
  days: readonly CalendarDay[]
  items: readonly CalendarItem[]
  bands: readonly CalendarBand[]
  onOpen: (key: string) => void
}

/** Entries without hours: bands, then items of the whole day. */
export function WeekAllDay({ label, days, items, bands, onOpen }: WeekAllDayProps) {
  const placed = layOutBands(bands, days)
  const lanes = Math.max(0, ...placed.map(({ lane }) => lane + 1))
  const nth = new Map<string, number>()
  return (
    <div role="row" className="grid grid-cols-[56px_1fr] border-b border-line">
      <span aria-hidden="true" className="py-xs pr-xs text-right text-xs text-ink-muted">
        {label}
      </span>
      <div role="gridcell" aria-colspan={7}>
        <ul aria-label={label} className="grid auto-rows-[minmax(24px,auto)] grid-cols-7 gap-y-half py-xxs">
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
                <CalendarChip item={item} onOpen={onOpen} />
              </li>
            )
          })}
        </ul>
      </div>
    </div>
  )
}
