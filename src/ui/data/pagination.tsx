import type { ReactNode } from 'react'
import { classNames } from '#src/ui/class-names.ts'
import { Icon, type IconName } from '#src/ui/icon.tsx'

type PageLinkProps = {
  className: string
  'aria-label': string
  'aria-current'?: 'page'
  children: ReactNode
}

export type PaginationProps = {
  label: string
  page: number
  pages: number
  /** Position, such as «Страница 2 из 9». */
  status: ReactNode
  labels: { previous: string; next: string; page: (page: number) => string }
  /** Renders the link to a page. */
  renderLink: (page: number, props: PageLinkProps) => ReactNode
}

const box = 'inline-flex min-h-control min-w-control items-center justify-center rounded border px-xs tabular-nums'
const open = 'border-line bg-surface shadow-control hover:bg-grey-2'

/** Links to pages; on a phone the previous, the next and the position. */
export function Pagination({ label, page, pages, status, labels, renderLink }: PaginationProps) {
  const step = (to: number, name: string, icon: IconName) =>
    to >= 1 && to <= pages ? (
      renderLink(to, { 'aria-label': name, className: `${box} ${open}`, children: <Icon name={icon} /> })
    ) : (
      <span className={`${box} border-line-soft text-ink-disabled`}>
        <Icon name={icon} />
      </span>
    )
  return (
    <nav aria-label={label} className="flex items-center justify-center gap-xs pt-lg print:hidden">
      {step(page - 1, labels.previous, 'arrow-left')}
      <ul className="flex items-center gap-xs max-md:hidden">
        {pagesShown(page, pages).map((number, index, shown) => (
          <li key={number} className="flex items-center gap-xs">
            {index > 0 && number - (shown[index - 1] ?? 0) > 1 && (
              <span aria-hidden="true" className="text-ink-muted">
                …
              </span>
            )}
            {renderLink(number, {
              'aria-label': labels.page(number),
              ...(number === page && { 'aria-current': 'page' }),
              className: classNames(box, number === page ? 'border-grey-10 bg-grey-10 text-ink-inverse' : open),
              children: number,
            })}
          </li>
        ))}
      </ul>
      <span className="text-sm text-ink-muted tabular-nums md:sr-only">{status}</span>
      {step(page + 1, labels.next, 'arrow-right')}
    </nav>
  )
}

/** First, last, current page and its neighbours. */
function pagesShown(page: number, pages: number): number[] {
  const shown = [1, page - 1, page, page + 1, pages]
  return [...new Set(shown)].filter((number) => number >= 1 && number <= pages).sort((one, other) => one - other)
}
