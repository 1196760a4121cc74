import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import type { LayoutProps } from './layout-props.ts'
import { SideMenu } from './side-menu.tsx'
import { SkipLink } from './skip-link.tsx'

/** Layout of signed-in users: header, side menu, footer. */
export function DefaultLayout({ children, footer, ...header }: LayoutProps) {
  return (
    <>
      <SkipLink target="content">{header.words.skipToContent}</SkipLink>
      <Header {...header} sideMenu />
      <div className="mx-auto flex max-w-[1440px] items-start">
        <SideMenu words={header.words} Link={header.Link} menu={header.menu} />
        <main
          id="content"
          tabIndex={-1}
          className="min-h-[calc(100dvh-var(--sticky-top))] min-w-0 flex-1 px-base py-lg focus-visible:outline-none md:px-lg md:py-xl lg:px-xl print:p-0"
        >
          <div className="max-w-page">{children}</div>
        </main>
      </div>
      <Footer content={footer} Link={header.Link} />
    </>
  )
}
