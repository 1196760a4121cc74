import type { ReactNode } from 'react'
import { Brand } from './brand.tsx'
import type { FrameWords, LinkComponent } from './frame-props.ts'

export type ErrorFrameProps = {
  words: Pick<FrameWords, 'product' | 'home'>
  Link: LinkComponent
  homeHref: string
  children: ReactNode
}

/** The frame of 403, 404 and 500: the way home, and nothing that could fail too. */
export function ErrorFrame({ words, Link, homeHref, children }: ErrorFrameProps) {
  return (
    <div className="flex min-h-[calc(100dvh-var(--bar))] flex-col">
      <header className="flex h-header shrink-0 items-center border-b border-line-soft bg-surface px-base md:px-lg">
        <Brand product={words.product} label={words.home} href={homeHref} Link={Link} />
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
