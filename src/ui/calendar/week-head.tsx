import { classes } from '#src/ui/classes.ts'
import type { CalendarDay } from './items.ts'

/** The days over the columns; they stay in view while the hours scroll. */
export function WeekHead({ days }: { days: readonly CalendarDay[] }) {
  return (
    <div
      aria-hidden="true"
      className="sticky top-(--frame-top) z-header grid grid-cols-[56px_repeat(7,minmax(0,1fr))] rounded-t-lg border-b border-line bg-surface"
    >
      <span />
      {days.map(({ day, weekday, number, today }) => (
        <div
          key={day}
          className="flex flex-wrap items-center justify-center gap-x-xs gap-y-half py-xs text-sm text-ink-muted"
        >
          {weekday}
          <span
            className={classes(
              'inline-flex size-[32px] items-center justify-center rounded-full text-base tabular-nums',
              today ? 'bg-primary font-strong text-ink' : 'font-medium text-ink',
            )}
          >
            {number}
          </span>
        </div>
      ))}
    </div>
  )
}
