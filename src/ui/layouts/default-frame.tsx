import { SkipLink } from '#src/ui/skip-link.tsx'
import { Footer } from './footer.tsx'
import type { FrameProps } from './frame-props.ts'
import { Header } from './header.tsx'
import { SideMenu } from './side-menu.tsx'

/** The frame of a signed-in person's pages: header, menu at the side, footer. */
export function DefaultFrame({ children, footer, ...header }: FrameProps) {
  return (
    <>
      <SkipLink target="content">{header.words.skipToContent}</SkipLink>
      <Header {...header} sideMenu />
      <div className="mx-auto flex max-w-[1440px] items-start">
        <SideMenu words={header.words} Link={header.Link} menu={header.menu} />
        <main
          id="content"
          tabIndex={-1}
          className="min-h-[calc(100dvh-var(--frame-top))] min-w-0 flex-1 px-base py-lg focus-visible:outline-none md:px-lg md:py-xl lg:px-xl print:p-0"
        >
          <div className="max-w-page">{children}</div>
        </main>
      </div>
      <Footer content={footer} Link={header.Link} />
    </>
  )
}
