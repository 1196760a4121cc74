import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { AdminPanelSearch } from '#contract/screen-search.ts'
import { ScreenLink } from '#src/routes/-flow/router-link.tsx'
import { QueryState } from '#src/routes/-query/query-boundary.tsx'
import { Disclosure } from '#src/ui/data/disclosure.tsx'
import { SkeletonCards } from '#src/ui/feedback/skeleton.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'

type RowsProps<Data> = {
  result: Parameters<typeof QueryState<Data>>[0]['result']
  isEmpty: (data: Data) => boolean
  empty: ReactNode
  children: (data: Data) => ReactNode
}

/** The rows of a block of the overview, in each state of their query. */
export function Rows<Data>({ result, isEmpty, empty, children }: RowsProps<Data>) {
  return (
    <QueryState
      result={result}
      skeleton={<SkeletonCards count={1} />}
      isEmpty={isEmpty}
      empty={<p className="px-base py-sm text-ink-muted md:px-lg">{empty}</p>}
    >
      {(data) => <ul className="divide-y divide-line-soft">{children(data)}</ul>}
    </QueryState>
  )
}

const shownRows = 5

type FirstRowsProps<Item> = {
  items: readonly Item[]
  keyOf: (item: Item) => string
  /** Opens the rest. */
  more: (rest: number) => ReactNode
  children: (item: Item) => ReactNode
}

/** The first rows of a list; the rest can be opened. */
export function FirstRows<Item>({ items, keyOf, more, children }: FirstRowsProps<Item>) {
  const rowsOf = (shown: readonly Item[]) =>
    shown.map((item) => (
      <li key={keyOf(item)} className="px-base py-sm md:px-lg">
        {children(item)}
      </li>
    ))
  const rest = items.slice(shownRows)
  return (
    <>
      {rowsOf(items.slice(0, shownRows))}
      {rest.length > 0 && (
        <li className="[&_summary]:px-base md:[&_summary]:px-lg">
          <Disclosure summary={more(rest.length)}>
            <ul className="divide-y divide-line-soft border-t border-line-soft">{rowsOf(rest)}</ul>
          </Disclosure>
        </li>
      )}
    </>
  )
}

/** Leads from a block to its part of the audit log. */
export function AllEntriesLink({ search }: { search: AdminPanelSearch }) {
  return (
    <span className="text-sm">
      <ScreenLink to="/adm-panel" search={search}>
        <Trans>
          Все<VisuallyHidden> записи журнала</VisuallyHidden>
        </Trans>
      </ScreenLink>
    </span>
  )
}
