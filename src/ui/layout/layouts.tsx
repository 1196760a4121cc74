import { type ReactNode, useState } from 'react'
import { BottomBar } from './bottom-bar.tsx'
import { Footer } from './footer.tsx'
import { Brand, Header } from './header.tsx'
import type { LayoutLabels, LayoutProps, LinkComponent } from './layout-props.ts'
import { SideMenu } from './menu-list.tsx'

/** Layout of signed-in users: header, side menu, footer. */
export function DefaultLayout({ children, onToggleMenu, ...props }: LayoutProps) {
  return (
    <Frame {...props} sideMenu>
      <div className="menu-layout mx-auto flex max-w-frame items-start">
        <SideMenu labels={props.labels} Link={props.Link} menu={props.menu} onToggle={onToggleMenu} />
        <main
          id="content"
          tabIndex={-1}
          className="min-h-[calc(100dvh-var(--sticky-top))] min-w-0 flex-1 px-base py-lg focus-visible:outline-none md:px-lg md:py-xl lg:px-xl print:p-0"
        >
          {children}
        </main>
      </div>
    </Frame>
  )
}

/** Layout without a side menu, for visitors. */
export function HeaderFooterLayout({ children, onToggleMenu: _, ...props }: LayoutProps) {
  return (
    <Frame {...props} sideMenu={false}>
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto min-h-[calc(100dvh-var(--sticky-top))] max-w-frame px-base py-lg focus-visible:outline-none md:px-lg md:py-xl"
      >
        {children}
      </main>
    </Frame>
  )
}

/** Header, footer, and on a phone the bar at the bottom. */
function Frame({ children, footer, sideMenu, ...header }: Omit<LayoutProps, 'onToggleMenu'> & { sideMenu: boolean }) {
  const { labels, Link, menu, roleSwitch, MenuDrawer } = header
  const [isMenuOpen, setMenuOpen] = useState(false)
  const openMenu = () => setMenuOpen(true)
  return (
    <>
      <SkipLink target="content">{labels.skipToContent}</SkipLink>
      <Header {...header} sideMenu={sideMenu} onOpenMenu={openMenu} />
      {children}
      <Footer content={footer} label={labels.aboutSchool} Link={Link} sideMenu={sideMenu} />
      {menu && <BottomBar labels={labels} Link={Link} MenuDrawer={MenuDrawer} menu={menu} onOpenMenu={openMenu} />}
      {isMenuOpen && (
        <MenuDrawer
          labels={labels}
          Link={Link}
          menu={menu}
          roleSwitch={roleSwitch}
          onClose={() => setMenuOpen(false)}
        />
      )}
    </>
  )
}

/** Layout with centred content only. */
export function EmptyLayout({ children }: { children: ReactNode }) {
  return (
    <main
      id="content"
      tabIndex={-1}
      className="flex min-h-[calc(100dvh-var(--impersonation-bar))] items-center justify-center px-base py-xxl focus-visible:outline-none"
    >
      {children}
    </main>
  )
}

type ErrorLayoutProps = {
  labels: Pick<LayoutLabels, 'product' | 'logoUrl' | 'home'>
  Link: LinkComponent
  homeHref: string
  signOut: ReactNode
  children: ReactNode
}

/** Layout of the error pages: links to the home page and to sign out, which need no data. */
export function ErrorLayout({ labels, Link, homeHref, signOut, children }: ErrorLayoutProps) {
  return (
    <div className="flex min-h-[calc(100dvh-var(--impersonation-bar))] flex-col">
      <header className="flex h-header shrink-0 items-center justify-between gap-base border-b border-line-soft bg-surface px-base md:px-lg">
        <Brand labels={labels} href={homeHref} Link={Link} />
        {signOut}
      </header>
      <main
        id="content"
        tabIndex={-1}
        className="flex flex-1 items-center justify-center px-base py-xxl focus-visible:outline-none"
      >
        {children}
      </main>
    </div>
  )
}

/** First tab stop: a link to the content. */
function SkipLink({ target, children }: { target: string; children: string }) {
  return (
    <a
      href={`#${target}`}
      className="sr-only focus:not-sr-only focus:fixed focus:top-xs focus:left-xs focus:z-toast focus:rounded focus:bg-surface focus:px-base focus:py-xs focus:font-medium focus:text-ink-link focus:shadow-floating print:hidden"
    >
      {children}
    </a>
  )
}
