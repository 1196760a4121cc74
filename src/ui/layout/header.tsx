import { classNames } from '#src/ui/class-names.ts'
import { IconButton } from '#src/ui/forms/icon-button.tsx'
import { bottomBarLinks } from './bottom-bar.tsx'
import type { HeaderProps, LayoutLabels, LinkComponent } from './layout-props.ts'

type HeaderBarProps = HeaderProps & { sideMenu: boolean; onOpenMenu: () => void }

/** Header. Its menu button is hidden where the side menu or the bottom bar is. */
export function Header({
  sideMenu,
  labels,
  Link,
  homeHref,
  menu,
  roleSwitch,
  userMenu,
  MenuDrawer,
  onOpenMenu,
}: HeaderBarProps) {
  const hasBottomBar = menu !== null && bottomBarLinks(menu).length > 0
  const links = menu?.flatMap((section) => section.links) ?? []
  return (
    <header className="sticky top-(--impersonation-bar) z-header low:static h-header border-b border-line-soft bg-surface print:hidden">
      {/* With a side menu the logo is above its icons, and the end of the bar above that of the content. */}
      <div
        className={classNames(
          'mx-auto flex h-full max-w-frame items-center gap-xs px-xs md:gap-base md:px-lg',
          sideMenu && 'lg:pr-xl lg:pl-base',
        )}
      >
        {menu === null && (
          <span className={classNames('size-control shrink-0 max-md:hidden', sideMenu && 'lg:hidden')} />
        )}
        {links.length > 0 && (
          <span className={classNames('relative flex', sideMenu && 'lg:hidden', hasBottomBar && 'max-md:hidden')}>
            <IconButton
              icon="menu"
              label={labels.openMenu}
              aria-haspopup="dialog"
              onPointerEnter={MenuDrawer.prefetch}
              onFocus={MenuDrawer.prefetch}
              onClick={onOpenMenu}
            />
            {links.some(({ unseen }) => unseen) && (
              <span className="pointer-events-none absolute top-xs right-xs size-xs rounded-full bg-mark-info" />
            )}
          </span>
        )}
        <span className="@container flex min-w-0 flex-1">
          <Brand labels={labels} href={homeHref} Link={Link} />
        </span>
        {roleSwitch && <div className="hidden md:block">{roleSwitch}</div>}
        {userMenu}
      </div>
    </header>
  )
}

type BrandProps = { labels: Pick<LayoutLabels, 'product' | 'logoUrl' | 'home'>; href: string; Link: LinkComponent }

/** Link to the home page with logo and name, which is left out where it would be cut. index.html has the same markup, so that nothing moves when the application starts. */
export function Brand({ labels: { product, logoUrl, home }, href, Link }: BrandProps) {
  return (
    <Link
      href={href}
      aria-label={home}
      className="inline-flex min-w-0 items-center gap-xs rounded font-strong md:gap-sm"
    >
      {logoUrl ? <img src={logoUrl} alt="" width="32" height="32" className="shrink-0" /> : <ProductLogo />}
      <span className="line-clamp-2 text-sm leading-tight max-sm:sr-only @max-[8rem]:sr-only md:line-clamp-1 md:text-lg">
        {product}
      </span>
    </Link>
  )
}

function ProductLogo() {
  return (
    <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true" className="shrink-0">
      <rect width="32" height="32" rx="8" className="fill-primary" />
      <path
        d="m7 11 9-3.6 9 3.6v11.2l-9 3.6-9-3.6zm0 0 9 3.6 9-3.6m-9 3.6v11.2"
        className="fill-none stroke-ink-action"
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
