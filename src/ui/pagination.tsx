import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icon.tsx'

export type PageLinkProps = {
  className: string
  'aria-label': string
  'aria-current'?: 'page'
  children: ReactNode
}

export type PaginationProps = {
  label: string
  page: number
  pages: number
  /** Where one is, such as «Страница 2 из 9». */
  status: ReactNode
  words: { previous: string; next: string; page: (page: number) => string }
  /** The router's link, or the plain `a`, to a page. */
  link: (page: number, props: PageLinkProps) => ReactNode
}

const box =
  'inline-flex min-h-control min-w-control items-center justify-center rounded border px-xs tabular-nums transition-colors'
const open = 'border-line bg-surface shadow-control hover:bg-grey-2'

/** Pages that live in the address, each a link; a phone has the steps and where one is. */
export function Pagination({ label, page, pages, status, words, link }: PaginationProps) {
  const step = (to: number, name: string, icon: IconName) =>
    to >= 1 && to <= pages ? (
      link(to, { 'aria-label': name, className: `${box} ${open}`, children: <Icon name={icon} /> })
    ) : (
      <span className={`${box} border-line-soft text-ink-disabled`}>
        <Icon name={icon} />
      </span>
    )
  return (
    <nav aria-label={label} className="flex items-center justify-center gap-xs pt-lg print:hidden">
      {step(page - 1, words.previous, 'arrow-left')}
      <ul className="flex items-center gap-xs max-md:hidden">
        {pagesShown(page, pages).map((number, index, shown) => (
          <li key={number} className="flex items-center gap-xs">
            {index > 0 && number - (shown[index - 1] ?? 0) > 1 && (
              <span aria-hidden="true" className="text-ink-muted">
                …
              </span>
            )}
            {link(number, {
              'aria-label': words.page(number),
              ...(number === page && { 'aria-current': 'page' }),
              className: classes(box, number === page ? 'border-grey-10 bg-grey-10 text-ink-inverse' : open),
              children: number,
            })}
          </li>
        ))}
      </ul>
      <span className="text-sm text-ink-muted tabular-nums md:sr-only">{status}</span>
      {step(page + 1, words.next, 'arrow-right')}
    </nav>
  )
}

/** The ends, and the page with its neighbours. */
function pagesShown(page: number, pages: number): number[] {
  const shown = [1, page - 1, page, page + 1, pages]
  return [...new Set(shown)].filter((number) => number >= 1 && number <= pages).sort((one, other) => one - other)
}
