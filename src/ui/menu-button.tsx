import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { MenuGroup } from './menu-entries.ts'

const loadMenu = () => import('./menu.tsx')
const Menu = lazy(loadMenu)

export type MenuButtonProps = {
  /** Accessible name, where the content of the button is not words enough. */
  label?: string
  groups: readonly MenuGroup[]
  variant?: 'quiet' | 'outlined'
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
  const button = (
    <button
      type="button"
      aria-label={label}
      aria-haspopup="menu"
      className={`inline-flex min-h-control min-w-0 items-center gap-xs rounded px-xs text-left font-medium transition-colors print:hidden ${looks[variant]}`}
    >
      {children}
    </button>
  )
  const openFirst = () => {
    setUsed(true)
    setOpen(true)
  }
  if (used) {
    return (
      <Suspense fallback={button}>
        <Menu trigger={button} groups={groups} open={open} onOpenChange={setOpen} />
      </Suspense>
    )
  }
  return (
    <span
      className="contents"
      onPointerEnter={loadMenu}
      onFocus={loadMenu}
      onClick={openFirst}
      onKeyDown={(event) => event.key === 'ArrowDown' && openFirst()}
    >
      {button}
    </span>
  )
}
