import { SkipLink } from '#src/ui/skip-link.tsx'
import { Footer } from './footer.tsx'
import type { FrameProps } from './frame-props.ts'
import { Header } from './header.tsx'

/** The frame of pages that are also for visitors: no menu at the side, the whole width for the content. */
export function HeaderAndFooterFrame({ children, footer, ...header }: FrameProps) {
  return (
    <>
      <SkipLink target="content">{header.words.skipToContent}</SkipLink>
      <Header {...header} sideMenu={false} />
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto min-h-[calc(100dvh-var(--frame-top))] max-w-[1440px] px-base py-lg focus-visible:outline-none md:px-lg md:py-xl"
      >
        {children}
      </main>
      <Footer content={footer} Link={header.Link} />
    </>
  )
}
