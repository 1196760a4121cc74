import type { ReactNode } from 'react'
import { Icon } from '#src/ui/icon.tsx'

export type SelectedFilter = {
  key: string
  label: ReactNode /** Accessible name: what pressing does. */
  removeLabel: string
}

export type SelectedFiltersProps = {
  label: string
  filters: readonly SelectedFilter[]
  onRemove: (key: string) => void
  /** Content after the filters, such as a button that clears all. */
  children?: ReactNode
}

/** Selected filters of a list, each with a button that removes it. */
export function SelectedFilters({ label, filters, onRemove, children }: SelectedFiltersProps) {
  return (
    <div className="flex flex-wrap items-center gap-xs print:hidden">
      <ul aria-label={label} className="contents">
        {filters.map(({ key, label: words, removeLabel }) => (
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
