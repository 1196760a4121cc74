import { LineSeries, type SeriesPoint } from './line-series.tsx'

export type SparklineProps = {
  /** Accessible description of all data: there is no table. */
  label: string
  points: readonly SeriesPoint[]
}

/** A small line chart without axes. */
export function Sparkline({ label, points }: SparklineProps) {
  return (
    <svg role="img" aria-label={label} width="100%" height={36} className="block overflow-visible">
      <line x1="0" y1={31} x2="100%" y2={31} className="stroke-line" />
      <LineSeries points={points} top={5} bottom={31} dots="last" />
    </svg>
  )
}
