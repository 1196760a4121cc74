/** In pixels: the weekdays above the weeks with the lines around both, and the least height of a week. */
const [weekdaysHeight, minimalWeekHeight] = [29, 74]

/**
 * Height of a week of the month, as CSS: all weeks together fill the height that the page leaves (`--calendar-height`),
 * so that a month fits a window.
 */
export function monthRowHeight(weeks: number): string {
  return `max(${minimalWeekHeight}px, (var(--calendar-height, 624px) - ${weekdaysHeight}px) / ${weeks})`
}
