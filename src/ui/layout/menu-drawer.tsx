import { Drawer } from '#src/ui/overlay/dialog.tsx'
import type { MenuDrawerProps } from './layout-props.ts'
import { MenuList } from './menu-list.tsx'

/** Menu for narrow windows; loaded when the menu button is touched first. */
export function MenuDrawer({ labels, Link, menu, roleSwitch, onClose }: MenuDrawerProps) {
  return (
    <Drawer side="left" onClose={onClose} title={labels.menu} closeLabel={labels.closeMenu}>
      {roleSwitch && <div className="mb-base md:hidden">{roleSwitch}</div>}
      <nav aria-label={labels.menu} className="-mx-sm">
        <MenuList labels={labels} Link={Link} menu={menu ?? []} inDrawer onFollow={onClose} />
      </nav>
    </Drawer>
  )
}
