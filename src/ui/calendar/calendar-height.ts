/** In pixels: the weekdays above the weeks with the lines around both, and the least height of a week. */
const [weekdaysHeight, minWeekHeight] = [29, 74]

/**
 * Height of a week of the month, as CSS: all weeks together fill the height that the page leaves (`--calendar-height`),
 * so that a month fits a window.
 */
export function monthRowHeight(weeks: number): string {
  return `max(${minWeekHeight}px, (${pageHeight} - ${weekdaysHeight}px) / ${weeks})`
}

/** In pixels: the header of a week with the lines around it, and a row of the whole day. */
const [weekHeaderHeight, allDayRowHeight] = [52, 24]
/** In pixels: twelve hours fit a window of 900 pixels; more than the other is only empty. */
const [minHourHeight, maxHourHeight] = [40, 96]

/**
 * Height of an hour, as CSS: all hours fill the height that the page leaves if they are not too low for their items.
 * `rowsAbove`: the numbers of rows of the blocks above the hours.
 */
export function hourHeightOf(hours: number, rowsAbove: readonly number[]): string {
  const blocks = rowsAbove.filter((rows) => rows > 0)
  const above = blocks.reduce((height, rows) => height + rows * allDayRowHeight + 8, weekHeaderHeight)
  return `clamp(${minHourHeight}px, (${pageHeight} - ${above}px) / ${hours}, ${maxHourHeight}px)`
}

/** Greatest height of the hours with their header, as CSS: what is higher scrolls. */
export const timeGridHeight = 'max(var(--calendar-height, 624px), 240px)'

const pageHeight = 'var(--calendar-height, 624px)'
