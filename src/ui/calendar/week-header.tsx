// biome-ignore-all lint/a11y/useSemanticElements: the hours of a day are not table rows
// biome-ignore-all lint/a11y/useFocusableInteractive: arrow keys move between the buttons inside
import { classNames } from '#src/ui/class-names.ts'
import type { CalendarBand, CalendarDay, CalendarItem } from './calendar-items.ts'
import { dayAccessibleName } from './calendar-items.ts'
import { rovingItemProps } from './use-roving-focus.ts'

type WeekHeaderProps = {
  days: readonly CalendarDay[]
  byDay: ReadonlyMap<string, readonly CalendarItem[]>
  bands: readonly CalendarBand[]
  countWords: (count: number) => string
  onOpenDay: (day: string) => void
}

/** Header of the week with a button per day; sticky. */
export function WeekHeader({ days, byDay, bands, countWords, onOpenDay }: WeekHeaderProps) {
  return (
    <div
      role="row"
      className="sticky top-(--sticky-top) z-header grid grid-cols-[56px_repeat(7,minmax(0,1fr))] rounded-t-lg border-b border-line bg-surface"
    >
      <span />
      {days.map((day) => (
        <div
          key={day.day}
          role="columnheader"
          className="relative flex flex-wrap items-center justify-center gap-x-xs gap-y-half py-xs text-sm text-ink-muted"
        >
          <span aria-hidden="true">{day.weekday}</span>
          <button
            type="button"
            {...rovingItemProps(day.day)}
            aria-label={dayAccessibleName(day, bands, byDay.get(day.day) ?? [], countWords)}
            aria-current={day.today ? 'date' : undefined}
            onClick={() => onOpenDay(day.day)}
            className={classNames(
              'inline-flex size-[32px] items-center justify-center rounded-full text-base tabular-nums after:absolute after:inset-0',
              day.today ? 'bg-primary font-strong text-ink' : 'font-medium text-ink',
            )}
          >
            {day.number}
          </button>
        </div>
      ))}
    </div>
  )
}
