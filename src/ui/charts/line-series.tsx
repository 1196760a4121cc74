/** A point of a series; both coordinates are 0 to 1, from the left and from the bottom. */
export type SeriesPoint = { key: string; at: number; value: number }

type LineSeriesProps = {
  points: readonly SeriesPoint[]
  /** Pixels from the top of the drawing to the values 1 and 0. */
  top: number
  bottom: number
  /** Points with a mark. */
  dots: 'all' | 'last'
}

/**
 * A line through points at the full width of its drawing. X coordinates are percentages, which only `<line>` supports, so
 * nothing is measured or stretched.
 */
export function LineSeries({ points, top, bottom, dots }: LineSeriesProps) {
  const across = ({ at }: SeriesPoint) => `${at * 100}%`
  const down = ({ value }: SeriesPoint) => bottom - value * (bottom - top)
  return (
    <>
      {points.slice(1).map((point, index) => {
        const before = points[index] as SeriesPoint
        return (
          <line
            key={point.key}
            x1={across(before)}
            y1={down(before)}
            x2={across(point)}
            y2={down(point)}
            className="stroke-mark-accent stroke-2"
            strokeLinecap="round"
          />
        )
      })}
      {points.slice(dots === 'all' ? 0 : -1).map((point) => (
        <circle
          key={point.key}
          cx={across(point)}
          cy={down(point)}
          r={dots === 'all' ? 4 : 3}
          className="fill-mark-accent stroke-white stroke-2"
        />
      ))}
    </>
  )
}
