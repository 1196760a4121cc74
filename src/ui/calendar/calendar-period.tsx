import type { KeyboardEvent, ReactNode } from 'react'
import { periodStepOfKey } from './roving-focus.ts'

export type CalendarPeriodProps = {
  /** Name of the period, where its content has no name. */
  label: string | undefined
  onTurn: (step: 1 | -1) => void
  children: ReactNode
}

/**
 * Container of a period. It takes the focus when a calendar is removed (`useRovingFocus`), so that Page Up and Page Down
 * also work in empty periods.
 */
export function CalendarPeriod({ label, onTurn, children }: CalendarPeriodProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = periodStepOfKey(event)
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
