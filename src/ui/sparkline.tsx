import { TrendLine, type TrendPoint } from './trend-line.tsx'

export type SparklineProps = {
  /** All that it shows, in words: there is no table beside it. */
  label: string
  points: readonly TrendPoint[]
}

/** How something went, at a glance: a line no higher than a heading. */
export function Sparkline({ label, points }: SparklineProps) {
  return (
    <svg role="img" aria-label={label} width="100%" height={36} className="block overflow-visible">
      <line x1="0" y1={31} x2="100%" y2={31} className="stroke-line" />
      <TrendLine points={points} top={5} bottom={31} dots="last" />
    </svg>
  )
}
