import { Drawer } from '#src/ui/drawer.tsx'
import type { MenuDrawerProps } from './frame-props.ts'
import { MenuList } from './menu-list.tsx'

/** The menu of a phone; its code comes with the first touch of the menu button. */
export function MenuDrawer({ words, Link, menu, roleSwitch, onClose }: MenuDrawerProps) {
  return (
    <Drawer side="left" open onClose={onClose} title={words.menu} closeLabel={words.closeMenu}>
      {roleSwitch && <div className="mb-base md:hidden">{roleSwitch}</div>}
      <nav aria-label={words.menu} className="-mx-sm">
        <MenuList words={words} Link={Link} menu={menu ?? []} inDrawer onFollow={onClose} />
      </nav>
    </Drawer>
  )
}
