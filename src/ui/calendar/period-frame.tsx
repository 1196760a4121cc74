import type { KeyboardEvent, ReactNode } from 'react'
import { turnOf } from './use-one-stop.ts'

export type PeriodFrameProps = {
  /** The period, where there is nothing in it that says its name. */
  label: string | undefined
  onTurn: (step: 1 | -1) => void
  children: ReactNode
}

/**
 * Around whatever is drawn of a period: it holds the focus of a calendar that goes until another comes (`useOneStop`), so
 * that Page Up and Page Down lead through empty periods too.
 */
export function PeriodFrame({ label, onTurn, children }: PeriodFrameProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = turnOf(event)
    if (step === null || event.target !== event.currentTarget) return
    event.preventDefault()
    onTurn(step)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div role="group" aria-label={label} tabIndex={-1} data-period="" onKeyDown={onKeyDown} className="rounded-lg">
      {children}
    </div>
  )
}
