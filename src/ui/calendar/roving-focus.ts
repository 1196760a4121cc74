/**
 * Index of the element that a key moves the focus to, in a calendar whose days are columns of focusable elements: the day,
 * then its items. `days` is the day of each element in DOM order. Null if the key does nothing.
 */
export function nextFocusIndex(days: readonly string[], at: number, key: string, toEdge = false): number | null {
  const here = days[at]
  if (here === undefined) return null
  const all = [...new Set(days)].sort()
  const place = all.indexOf(here)
  const column = indexesOfDay(days, here)
  const level = column.indexOf(at)
  const monday = place - (place % 7)
  const inDay = (index: number, stop: number) => {
    const day = all[index]
    return day === undefined ? null : (indexesOfDay(days, day).at(stop) ?? indexesOfDay(days, day).at(-1) ?? null)
  }
  switch (key) {
    case 'ArrowLeft':
      return inDay(place - 1, level)
    case 'ArrowRight':
      return inDay(place + 1, level)
    case 'ArrowUp':
      return column[level - 1] ?? (place < 7 ? null : inDay(place - 7, -1))
    case 'ArrowDown':
      return column[level + 1] ?? inDay(place + 7, 0)
    case 'Home':
      return inDay(toEdge ? 0 : monday, 0)
    case 'End':
      return inDay(toEdge ? all.length - 1 : Math.min(monday + 6, all.length - 1), 0)
    default:
      return null
  }
}

function indexesOfDay(days: readonly string[], day: string): number[] {
  return days.flatMap((own, index) => (own === day ? [index] : []))
}
