import type { ReactNode } from 'react'
import { Disclosure } from '#src/ui/data/disclosure.tsx'

/** `name` and `valueText` are the time and the value as text: a row of the table. */
export type ChartPoint = SeriesPoint & { name: string; valueText: string }

export type TrendChartProps = {
  /** Accessible name: what is shown and for which time. */
  label: string
  shape: 'bars' | 'line'
  points: readonly ChartPoint[]
  /** Labels of the time axis, with their positions (0 to 1). */
  ticks: readonly { key: string; at: number; name: string }[]
  /** Labels of the values 1, 0.5 and 0. */
  scale: readonly [all: string, half: string, none: string]
  table: { open: ReactNode; columns: readonly [name: ReactNode, valueText: ReactNode] }
}

const [top, bottom] = [8, 56]
const levels = [1, 0.5, 0] as const
const heightOf = (value: number) => bottom - value * (bottom - top)

/** A chart of shares over time with a table of the same data. */
export function TrendChart({ label, shape, points, ticks, scale, table }: TrendChartProps) {
  return (
    <figure className="min-w-0">
      <div className="flex gap-xs">
        <div aria-hidden="true" className="relative w-[40px] shrink-0 text-right text-xs text-ink-muted tabular-nums">
          {levels.map((level, index) => (
            <span key={level} className="absolute right-0 -translate-y-1/2" style={{ top: heightOf(level) }}>
              {scale[index]}
            </span>
          ))}
        </div>
        <svg role="img" aria-label={label} width="100%" height={80} className="block min-w-0 flex-1 overflow-visible">
          {levels.map((level) => (
            <line
              key={level}
              x1="0"
              x2="100%"
              y1={heightOf(level)}
              y2={heightOf(level)}
              className={level === 0 ? 'stroke-grey-6' : 'stroke-grey-4'}
            />
          ))}
          {shape === 'line' && <LineSeries points={points} />}
          {shape === 'bars' && <Bars points={points} wide={ticks.length <= 6} />}
          {ticks.map(({ key, at, name }) => (
            <text key={key} x={`${at * 100}%`} y={bottom + 20} textAnchor="middle" className="fill-ink-muted text-xs">
              {name}
            </text>
          ))}
        </svg>
      </div>
      <div className="text-sm print:hidden">
        <Disclosure summary={table.open}>
          <table className="w-full">
            <caption className="sr-only">{label}</caption>
            <thead>
              <tr className="border-b border-line text-left text-ink-muted">
                <th scope="col" className="py-xxs font-normal">
                  {table.columns[0]}
                </th>
                <th scope="col" className="py-xxs text-right font-normal">
                  {table.columns[1]}
                </th>
              </tr>
            </thead>
            <tbody>
              {points.map(({ key, name, valueText }) => (
                <tr key={key} className="border-b border-line-soft last:border-b-0">
                  <th scope="row" className="py-xxs text-left font-normal first-letter:uppercase">
                    {name}
                  </th>
                  <td className="py-xxs text-right">{valueText}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Disclosure>
      </div>
    </figure>
  )
}

/** Bars are thick lines, whose thickness does not depend on the width of the drawing. Zero is a bar of two pixels. */
function Bars({ points, wide }: { points: readonly ChartPoint[]; wide: boolean }) {
  return points.map(({ key, at, value, name, valueText }) => (
    <line
      key={key}
      x1={`${at * 100}%`}
      x2={`${at * 100}%`}
      y1={bottom}
      y2={Math.min(bottom - 2, heightOf(value))}
      strokeWidth={wide ? 16 : 8}
      className="stroke-mark-info"
    >
      <title>{`${name}: ${valueText}`}</title>
    </line>
  ))
}

/** A point of a series; both coordinates are 0 to 1, from the left and from the bottom. */
type SeriesPoint = { key: string; at: number; value: number }

/**
 * A line through points at the full width of its drawing. X coordinates are percentages, which only `<line>` supports, so
 * nothing is measured or stretched.
 */
function LineSeries({ points }: { points: readonly SeriesPoint[] }) {
  const across = ({ at }: SeriesPoint) => `${at * 100}%`
  return (
    <>
      {points.slice(1).map((point, index) => {
        const before = points[index] as SeriesPoint
        return (
          <line
            key={point.key}
            x1={across(before)}
            y1={heightOf(before.value)}
            x2={across(point)}
            y2={heightOf(point.value)}
            className="stroke-mark-info stroke-2"
            strokeLinecap="round"
          />
        )
      })}
      {points.map((point) => (
        <circle
          key={point.key}
          cx={across(point)}
          cy={heightOf(point.value)}
          r={4}
          className="fill-mark-info stroke-surface stroke-2"
        />
      ))}
    </>
  )
}
