import type { ReactNode } from 'react'
import { classes } from './classes.ts'

export type FigureProps = {
  label: ReactNode
  value: ReactNode
  note?: ReactNode
  tone?: 'neutral' | 'success' | 'warning' | 'error'
}

const tones = { neutral: 'text-ink', success: 'text-ink-success', warning: 'text-ink-warning', error: 'text-ink-error' }

/** A number that matters, with what it counts. Inside `Figures`. */
export function Figure({ label, value, note, tone = 'neutral' }: FigureProps) {
  return (
    <div className="flex min-w-0 flex-col gap-xxs">
      <dt className="text-sm text-ink-muted">{label}</dt>
      <dd className={classes('text-2xl font-strong tabular-nums', tones[tone])}>{value}</dd>
      {note && <dd className="text-sm text-ink-muted">{note}</dd>}
    </div>
  )
}

export function Figures({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-[repeat(auto-fit,minmax(160px,1fr))] gap-x-xl gap-y-lg">{children}</dl>
}
