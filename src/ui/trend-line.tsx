/** A point of time and how much there was: both 0 to 1, from the left and from the bottom. */
export type TrendPoint = { key: string; at: number; value: number }

type TrendLineProps = {
  points: readonly TrendPoint[]
  /** Pixels from the top of the drawing to 1, and to 0. */
  top: number
  bottom: number
  /** Marks every point, or the last alone. */
  dots: 'all' | 'last'
}

/**
 * A line through points, as wide as its drawing is: places across are percentages, which only single lines can have, so
 * nothing is measured and nothing is stretched.
 */
export function TrendLine({ points, top, bottom, dots }: TrendLineProps) {
  const across = ({ at }: TrendPoint) => `${at * 100}%`
  const down = ({ value }: TrendPoint) => bottom - value * (bottom - top)
  return (
    <>
      {points.slice(1).map((point, index) => {
        const before = points[index] as TrendPoint
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
