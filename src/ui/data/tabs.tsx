import * as Radix from '@radix-ui/react-tabs'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useOptimisticChoice } from '#src/ui/forms/use-optimistic-choice.ts'

type Tab<Key extends string> = { key: Key; label: ReactNode; count?: number }

export type TabsProps<Key extends string> = {
  /** Accessible name of the list of tabs. */
  label: string
  tabs: readonly Tab<Key>[]
  value: Key
  onChange: (key: Key) => void
  /** Content of the selected tab. */
  children: ReactNode
}

/** Tabs that are selected as the focus moves (WAI-ARIA tabs with automatic activation). */
export function Tabs<Key extends string>({ label, tabs, value, onChange, children }: TabsProps<Key>) {
  const [shown, choose] = useOptimisticChoice(value, onChange)
  const requested = useRef(value)
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    requested.current = value
    // On a phone the selected tab may be out of sight.
    const selected = list.current?.querySelector<HTMLElement>('[aria-selected=true]')
    if (list.current && selected)
      list.current.scrollLeft = selected.offsetLeft - (list.current.clientWidth - selected.offsetWidth) / 2
  }, [value])
  // One press is a mousedown, a focus and a click, and `value` may follow later, with the address.
  const select = (key: string) => {
    if (key === requested.current) return
    requested.current = key as Key
    choose(key as Key)
  }
  return (
    <Radix.Root value={shown} onValueChange={select}>
      <Radix.List
        ref={list}
        aria-label={label}
        className="relative flex gap-lg overflow-x-auto max-md:gap-sm border-b border-line [scrollbar-width:none] print:hidden"
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.key}
            value={tab.key}
            // Assistive technology and scripts may click without a mouse button, which is what Radix listens to.
            onClick={() => select(tab.key)}
            className="-mb-px flex min-h-[44px] items-center gap-xs border-b-2 border-transparent font-medium whitespace-nowrap text-ink-muted hover:text-ink focus-visible:-outline-offset-2 aria-selected:border-primary aria-selected:text-ink"
          >
            {tab.label}
            {tab.count !== undefined && (
              <span className="rounded-full bg-grey-4 px-xs text-sm font-normal tabular-nums text-ink-muted">
                {tab.count}
              </span>
            )}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {/* The panel has controls of its own to focus. */}
      <Radix.Content value={shown} tabIndex={-1} className="pt-lg focus-visible:outline-none">
        {children}
      </Radix.Content>
    </Radix.Root>
  )
}
