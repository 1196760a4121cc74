import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import type { LayoutProps } from './layout-props.ts'
import { SkipLink } from './skip-link.tsx'

/** Layout without a side menu, for pages that visitors see too. */
export function HeaderFooterLayout({ children, footer, ...header }: LayoutProps) {
  return (
    <>
      <SkipLink target="content">{header.words.skipToContent}</SkipLink>
      <Header {...header} sideMenu={false} />
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto min-h-[calc(100dvh-var(--sticky-top))] max-w-[1440px] px-base py-lg focus-visible:outline-none md:px-lg md:py-xl"
      >
        {children}
      </main>
      <Footer content={footer} Link={header.Link} />
    </>
  )
}
