import { Command, useCommandState } from 'cmdk'
import type { ReactNode } from 'react'
import { Icon, type IconName } from '#src/ui/icon.tsx'

type CommandItem = {
  /** Unique; two results may have the same title. */
  key: string
  title: ReactNode
  note?: ReactNode
  icon: IconName
  onSelect: () => void
}

export type CommandGroup = { key: string; title: string; items: readonly CommandItem[] }

type CommandListProps = {
  /** Accessible name of the field and the list. */
  label: string
  placeholder: string
  text: string
  onTextChange: (text: string) => void
  groups: readonly CommandGroup[]
  /** Shown and announced when nothing matches: that nothing was found, or why there is no result yet. */
  empty: ReactNode
}

/** A search field over the list that the caller filters, used by keyboard (combobox with a listbox). */
export function CommandList({ label, placeholder, text, onTextChange, groups, empty }: CommandListProps) {
  return (
    <Command label={label} loop shouldFilter={false} className="flex min-h-0 flex-col gap-sm">
      <div className="flex items-center gap-sm rounded border border-line-control bg-surface px-sm focus-within:outline-2 focus-within:outline-focus">
        <Icon name="search" />
        <Command.Input
          autoFocus
          value={text}
          onValueChange={onTextChange}
          placeholder={placeholder}
          className="min-h-[44px] min-w-0 flex-1 bg-transparent focus-visible:outline-none"
        />
      </div>
      <div className="relative">
        <Command.List label={label} className="h-[min(420px,55dvh)] overflow-y-auto overscroll-contain">
          {groups
            .filter(({ items }) => items.length > 0)
            .map(({ key, title, items }) => (
              <Command.Group
                key={key}
                heading={title}
                className="[&_[cmdk-group-heading]]:px-sm [&_[cmdk-group-heading]]:pt-sm [&_[cmdk-group-heading]]:pb-xxs [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-ink-muted"
              >
                {items.map((item) => (
                  <Command.Item
                    key={item.key}
                    value={item.key}
                    onSelect={item.onSelect}
                    className="flex min-h-[44px] cursor-pointer items-center gap-sm rounded px-sm py-xs data-[selected=true]:bg-surface-hover forced-colors:data-[selected=true]:outline"
                  >
                    <span className="text-ink-muted">
                      <Icon name={item.icon} />
                    </span>
                    <span className="min-w-0 flex-1">
                      <span className="block truncate">{item.title}</span>
                      {item.note && <span className="block truncate text-sm text-ink-muted">{item.note}</span>}
                    </span>
                  </Command.Item>
                ))}
              </Command.Group>
            ))}
        </Command.List>
        <NoResult>{empty}</NoResult>
      </div>
    </Command>
  )
}

/** Lies over the empty list. `Command.Empty` is not announced. */
function NoResult({ children }: { children: ReactNode }) {
  const isEmpty = useCommandState(({ filtered }) => filtered.count === 0)
  return (
    <p role="status" className="pointer-events-none absolute inset-x-0 top-0 px-sm py-lg text-ink-muted">
      {isEmpty && children}
    </p>
  )
}
