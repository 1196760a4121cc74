// biome-ignore-all lint/a11y/useSemanticElements: hours of a day are no rows of a table
// biome-ignore-all lint/a11y/useFocusableInteractive: arrows move among the buttons inside
import { classes } from '#src/ui/classes.ts'
import type { CalendarBand, CalendarDay, CalendarItem } from './items.ts'
import { spokenDay } from './items.ts'
import { stopOn } from './use-one-stop.ts'

type WeekHeadProps = {
  days: readonly CalendarDay[]
  byDay: ReadonlyMap<string, readonly CalendarItem[]>
  bands: readonly CalendarBand[]
  countWords: (count: number) => string
  onOpenDay: (day: string) => void
}

/** The days over the columns, each of which opens; they stay in view while the hours scroll. */
export function WeekHead({ days, byDay, bands, countWords, onOpenDay }: WeekHeadProps) {
  return (
    <div
      role="row"
      className="sticky top-(--frame-top) z-header grid grid-cols-[56px_repeat(7,minmax(0,1fr))] rounded-t-lg border-b border-line bg-surface"
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
            {...stopOn(day.day)}
            aria-label={spokenDay(day, bands, byDay.get(day.day) ?? [], countWords)}
            aria-current={day.today ? 'date' : undefined}
            onClick={() => onOpenDay(day.day)}
            className={classes(
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
