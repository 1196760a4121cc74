import { type ComponentProps, lazy, type ReactNode, useState, useTransition } from 'react'
import type { MenuGroup } from './menu-entries.ts'

const loadMenu = () => import('./menu.tsx').then((module) => ({ default: module.Menu }))
const Menu = lazy(loadMenu)

export type MenuButtonProps = {
  /** Accessible name, where it says more than the words in the button; it must contain them. */
  label?: string
  groups: readonly MenuGroup[]
  variant?: 'quiet' | 'outlined'
  /** Words and icons; `VisuallyHidden` adds what only listeners need. */
  children: ReactNode
}

const looks = {
  quiet: 'hover:bg-surface-hover data-[state=open]:bg-surface-hover',
  outlined: 'border border-line bg-surface shadow-control hover:bg-grey-2',
}

/** A button with a menu. The menu's code comes on the first sign of intent, so no page pays for it at the start. */
export function MenuButton({ label, groups, variant = 'quiet', children }: MenuButtonProps) {
  const [open, setOpen] = useState(false)
  const [used, setUsed] = useState(false)
  const [loading, startTransition] = useTransition()
  // In a transition the plain button stays, with the focus on it, until the menu's code is here.
  const openFirst = () =>
    startTransition(() => {
      setUsed(true)
      setOpen(true)
    })
  const firstUse: ComponentProps<'button'> = {
    onPointerEnter: loadMenu,
    onFocus: loadMenu,
    onClick: openFirst,
    onKeyDown: (event) => event.key === 'ArrowDown' && openFirst(),
  }
  const button = (
    <button
      type="button"
      aria-label={label}
      aria-haspopup="menu"
      aria-busy={loading || undefined}
      {...(used ? {} : firstUse)}
      className={`inline-flex min-h-control min-w-0 items-center gap-xs rounded px-xs text-left font-medium transition-colors print:hidden ${looks[variant]}`}
    >
      {children}
    </button>
  )
  if (!used) return button
  return <Menu trigger={button} groups={groups} open={open} onOpenChange={setOpen} />
}
