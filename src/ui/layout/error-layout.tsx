import type { ReactNode } from 'react'
import { Brand } from './brand.tsx'
import type { LayoutLabels, LinkComponent } from './layout-props.ts'

export type ErrorLayoutProps = {
  words: Pick<LayoutLabels, 'product' | 'home'>
  Link: LinkComponent
  homeHref: string
  children: ReactNode
}

/** Layout of the error pages: only a link to the home page, which needs no data. */
export function ErrorLayout({ words, Link, homeHref, children }: ErrorLayoutProps) {
  return (
    <div className="flex min-h-[calc(100dvh-var(--impersonation-bar))] flex-col">
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
