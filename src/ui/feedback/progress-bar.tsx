import type { ReactNode } from 'react'
import { classNames } from '#src/ui/class-names.ts'

export type ProgressBarProps = {
  /** Accessible name. */
  label: ReactNode
  value: number
  max: number
  /** Value as text, such as «45 000 ₽ из 90 000 ₽»; shown next to the bar and read by screen readers. */
  valueText: string
  tone?: 'info' | 'success'
}

const fills = { info: 'bg-mark-info', success: 'bg-mark-success' }

export function ProgressBar({ label, value, max, valueText, tone = 'info' }: ProgressBarProps) {
  const share = max > 0 ? Math.min(100, Math.max(0, (value / max) * 100)) : 0
  return (
    <div className="flex flex-col gap-xs">
      <div className="flex flex-wrap justify-between gap-x-base text-sm">
        <span>{label}</span>
        <span aria-hidden="true" className="text-ink-muted tabular-nums">
          {valueText}
        </span>
      </div>
      <div
        role="progressbar"
        aria-label={typeof label === 'string' ? label : valueText}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={Math.min(max, Math.max(0, value))}
        aria-valuetext={valueText}
        className="h-xs overflow-hidden rounded-full bg-grey-4 forced-colors:border"
      >
        <div
          className={classNames('h-full rounded-full forced-colors:bg-[Highlight]', fills[tone])}
          style={{ width: `${share}%` }}
        />
      </div>
    </div>
  )
}
