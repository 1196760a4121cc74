import { useState } from 'react'
import { classNames } from '#src/ui/class-names.ts'
import { IconButton } from '#src/ui/forms/icon-button.tsx'
import { Brand } from './brand.tsx'
import type { HeaderProps } from './layout-props.ts'

/** Header. With a `sideMenu` its menu button is hidden from `lg`. */
export function Header({ sideMenu, ...props }: HeaderProps & { sideMenu: boolean }) {
  const { words, Link, homeHref, menu, roleSwitch, userMenu, MenuDrawer } = props
  const [isMenuOpen, setMenuOpen] = useState(false)
  return (
    <header className="sticky top-(--impersonation-bar) z-header h-header border-b border-line-soft bg-surface print:hidden">
      <div className="mx-auto flex h-full max-w-[1440px] items-center gap-xs px-xs md:gap-base md:px-lg">
        {menu === null && <span className={classNames('size-control shrink-0', sideMenu && 'lg:hidden')} />}
        {menu && menu.length > 0 && (
          <span className={classNames('relative flex', sideMenu && 'lg:hidden')}>
            <IconButton
              icon="menu"
              label={words.openMenu}
              aria-haspopup="dialog"
              onPointerEnter={MenuDrawer.prefetch}
              onFocus={MenuDrawer.prefetch}
              onClick={() => setMenuOpen(true)}
            />
            {menu.some(({ news }) => news) && (
              <span className="pointer-events-none absolute top-xs right-xs size-xs rounded-full bg-primary" />
            )}
          </span>
        )}
        <span className="flex min-w-0 flex-1">
          <Brand product={words.product} label={words.home} href={homeHref} Link={Link} />
        </span>
        {roleSwitch && <div className="hidden md:block">{roleSwitch}</div>}
        {userMenu}
      </div>
      {isMenuOpen && <MenuDrawer {...props} onClose={() => setMenuOpen(false)} />}
    </header>
  )
}
