/** The day that stands for a month in the schedule's call, so that all days of a month share one answer (D-23). */
export function monthOf(day: string): string {
  return `${day.slice(0, 7)}-01`
}
