/** A day (YYYY-MM-DD): its number above the weekday. */
export function DateTile({ day, weekday }: { day: string; weekday: string }) {
  return (
    <time
      dateTime={day}
      className="flex size-[56px] shrink-0 flex-col items-center justify-center rounded-lg bg-surface-accent text-ink-accent md:size-[64px] forced-colors:border"
    >
      <span className="text-2xl font-strong">{Number(day.slice(8))}</span>
      <span className="text-xs">{weekday}</span>
    </time>
  )
}
