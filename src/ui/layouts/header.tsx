import { lazy, Suspense, useState } from 'react'
import { classes } from '#src/ui/classes.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Brand } from './brand.tsx'
import type { HeaderProps } from './frame-props.ts'

const loadDrawer = () => import('./menu-drawer.tsx').then((module) => ({ default: module.MenuDrawer }))
const MenuDrawer = lazy(loadDrawer)

/** The bar on top. With a `sideMenu` its menu button leaves from `lg` on. */
export function Header({ sideMenu, ...props }: HeaderProps & { sideMenu: boolean }) {
  const { words, Link, homeHref, menu, roleSwitch, userMenu } = props
  const [drawer, setDrawer] = useState<'unused' | 'open' | 'closed'>('unused')
  return (
    <header className="sticky top-(--bar) z-header h-header border-b border-line-soft bg-surface print:hidden">
      <div className="mx-auto flex h-full max-w-[1440px] items-center gap-xs px-xs md:gap-base md:px-lg">
        {menu === null && <span className={classes('size-control shrink-0', sideMenu && 'lg:hidden')} />}
        {menu && menu.length > 0 && (
          <span className={classes('contents', sideMenu && 'lg:hidden')}>
            <IconButton
              icon="menu"
              label={words.openMenu}
              aria-haspopup="dialog"
              onPointerEnter={loadDrawer}
              onFocus={loadDrawer}
              onClick={() => setDrawer('open')}
            />
          </span>
        )}
        <span className="flex min-w-0 flex-1">
          <Brand product={words.product} label={words.home} href={homeHref} Link={Link} />
        </span>
        {roleSwitch && <div className="hidden md:block">{roleSwitch}</div>}
        {userMenu}
      </div>
      {drawer !== 'unused' && (
        <Suspense fallback={null}>
          <MenuDrawer {...props} open={drawer === 'open'} onClose={() => setDrawer('closed')} />
        </Suspense>
      )}
    </header>
  )
}
