import { type ComponentProps, type ReactNode, startTransition, useState } from 'react'
import { lazyComponent, useReportChunkError } from '#src/routes/-query/lazy-component.tsx'
import type { MenuGroup } from '#src/ui/overlay/menu.tsx'

const Menu = lazyComponent('menu', () => import('#src/ui/overlay/menu.tsx'), 'Menu')

export type MenuButtonProps = {
  /** Accessible name if it differs from the content; it must contain the content. */
  label?: string
  groups: readonly MenuGroup[]
  variant?: 'quiet' | 'outlined'
  /** Text and icons; `VisuallyHidden` adds text for screen readers. */
  children: ReactNode
}

const variantClassNames = {
  quiet: 'hover:bg-surface-hover data-[state=open]:bg-surface-hover',
  outlined: 'border border-line bg-surface shadow-control hover:bg-grey-2',
}

/** A button with a menu. The code of the menu is loaded on hover or focus. */
export function MenuButton({ label, groups, variant = 'quiet', children }: MenuButtonProps) {
  const [open, setOpen] = useState(false)
  const [byKeyboard, setByKeyboard] = useState(false)
  const [used, setUsed] = useState(false)
  const [loading, setLoading] = useState(false)
  const reportChunkError = useReportChunkError()
  // The plain button keeps the focus until the code of the menu has loaded.
  const openFirst = async (keyboard: boolean) => {
    if (loading) return
    setLoading(true)
    try {
      await Menu.load()
      // The browser paints the answer to the press before the menu is rendered.
      startTransition(() => {
        setByKeyboard(keyboard)
        setUsed(true)
        setOpen(true)
      })
    } catch (error) {
      reportChunkError(error)
    } finally {
      setLoading(false)
    }
  }
  const change = (opened: boolean) => {
    setOpen(opened)
    setByKeyboard(false)
  }
  const firstUse: ComponentProps<'button'> = {
    onPointerEnter: Menu.prefetch,
    onFocus: Menu.prefetch,
    // `detail` is 0 for Enter and space.
    onClick: ({ detail }) => void openFirst(detail === 0),
    onKeyDown: ({ key }) => key === 'ArrowDown' && void openFirst(true),
  }
  const button = (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-haspopup="menu"
      aria-busy={loading || undefined}
      {...(used ? {} : firstUse)}
      className={`inline-flex min-h-control min-w-control items-center justify-center gap-xs rounded px-xs text-left font-medium print:hidden ${variantClassNames[variant]}`}
    >
      {children}
    </button>
  )
  if (!used) return button
  return <Menu trigger={button} groups={groups} open={open} onOpenChange={change} focusFirst={byKeyboard} />
}
