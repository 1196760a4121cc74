import { classes } from '#src/ui/classes.ts'
import type { CalendarDay } from './items.ts'

/** The number of a day in a sheet: today on the accent, the chosen one on black. */
export function DayNumber({ day, isChosen = false }: { day: CalendarDay; isChosen?: boolean }) {
  return (
    <span
      className={classes(
        'inline-flex size-[28px] shrink-0 items-center justify-center rounded-full text-sm tabular-nums',
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
