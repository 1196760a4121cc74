import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

export type ChosenChip = {
  key: string
  label: ReactNode /** Accessible name: what pressing does. */
  removeLabel: string
}

export type ChosenChipsProps = {
  label: string
  chips: readonly ChosenChip[]
  onRemove: (key: string) => void
  /** Stands after the chips: the way to be rid of all of them. */
  children?: ReactNode
}

/** What narrows a list, each to be taken away by a press. */
export function ChosenChips({ label, chips, onRemove, children }: ChosenChipsProps) {
  return (
    <div className="flex flex-wrap items-center gap-xs print:hidden">
      <ul aria-label={label} className="contents">
        {chips.map(({ key, label: words, removeLabel }) => (
          <li key={key} className="min-w-0">
            <button
              type="button"
              aria-label={removeLabel}
              onClick={() => onRemove(key)}
              className="inline-flex min-h-control-sm max-w-full items-center gap-xxs rounded-full bg-surface-accent pr-xs pl-sm text-sm text-ink-accent transition-colors hover:bg-primary-2"
            >
              <span className="truncate">{words}</span>
              <Icon name="close" size={16} />
            </button>
          </li>
        ))}
      </ul>
      {children}
    </div>
  )
}
