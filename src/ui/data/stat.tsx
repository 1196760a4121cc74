import type { ReactNode } from 'react'
import { classNames } from '#src/ui/class-names.ts'

export type StatProps = {
  label: ReactNode
  value: ReactNode
  note?: ReactNode
  tone?: 'neutral' | 'success' | 'warning' | 'error'
}

const tones = { neutral: 'text-ink', success: 'text-ink-success', warning: 'text-ink-warning', error: 'text-ink-error' }

/** A number with its label. Inside `StatList`. */
export function Stat({ label, value, note, tone = 'neutral' }: StatProps) {
  return (
    <div className="flex min-w-0 flex-col gap-xxs">
      <dt className="text-sm text-ink-muted">{label}</dt>
      <dd className={classNames('text-2xl font-strong tabular-nums', tones[tone])}>{value}</dd>
      {note && <dd className="text-sm text-ink-muted">{note}</dd>}
    </div>
  )
}

export function StatList({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-[repeat(auto-fit,minmax(160px,1fr))] gap-x-xl gap-y-lg">{children}</dl>
}
