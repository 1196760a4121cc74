import { classNames } from '#src/ui/class-names.ts'
import type { CalendarDay } from './calendar-items.ts'

/** Number of a day: today on the accent colour, the selected day on black. */
export function DayNumber({ day, isChosen = false }: { day: CalendarDay; isChosen?: boolean }) {
  return (
    <span
      className={classNames(
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
