import { type ComponentProps, type ReactNode, useState } from 'react'
import type { MenuGroup } from '#src/ui/menu.tsx'
import { latePart, useTellLost } from './late-part.tsx'

const Menu = latePart('menu', () => import('#src/ui/menu.tsx').then((module) => module.Menu))

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
  const [byKeyboard, setByKeyboard] = useState(false)
  const [used, setUsed] = useState(false)
  const [loading, setLoading] = useState(false)
  const tellLost = useTellLost()
  // The plain button stays, with the focus on it, until the menu's code is here.
  const openFirst = async (keyboard: boolean) => {
    if (loading) return
    setLoading(true)
    const isHere = await Menu.warm()
    setLoading(false)
    if (!isHere) return tellLost()
    setByKeyboard(keyboard)
    setUsed(true)
    setOpen(true)
  }
  const change = (opened: boolean) => {
    setOpen(opened)
    setByKeyboard(false)
  }
  const firstUse: ComponentProps<'button'> = {
    onPointerEnter: Menu.warm,
    onFocus: Menu.warm,
    // A press by Enter or the space bar has no clicks to count.
    onClick: ({ detail }) => void openFirst(detail === 0),
    onKeyDown: ({ key }) => key === 'ArrowDown' && void openFirst(true),
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
  return <Menu trigger={button} groups={groups} open={open} onOpenChange={change} focusFirst={byKeyboard} />
}
