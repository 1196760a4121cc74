import { useDates } from './use-dates.ts'

/** Day and time of a moment, in the zone of the school. */
export function DateTime({ at }: { at: string }) {
  const dates = useDates()
  return (
    <time dateTime={at} className="tabular-nums">
      {dates.dateTime(at)}
    </time>
  )
}
