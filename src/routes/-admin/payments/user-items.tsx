import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { cardListRows } from '#contract/limits.ts'
import { CardPart } from '#src/routes/-admin/card-part.tsx'
import { QueryState } from '#src/routes/-query/query-boundary.tsx'
import { List } from '#src/ui/data/list.tsx'
import { SkeletonLine } from '#src/ui/feedback/skeleton.tsx'

type UserItemsProps<Item> = {
  title: ReactNode
  result: Parameters<typeof QueryState<readonly Item[]>>[0]['result']
  /** A `ListItem` with a key. */
  children: (item: Item) => ReactNode
}

/** A part of the card of a user with a list, in each state of its query; absent when the list is empty. */
export function UserItems<Item>({ title, result, children }: UserItemsProps<Item>) {
  if (result.data?.length === 0) return null
  return (
    <CardPart title={title}>
      <QueryState result={result} skeleton={<SkeletonLine width="long" />}>
        {(items) => (
          <>
            <List>{items.map(children)}</List>
            {items.length >= cardListRows && (
              <p className="text-sm text-ink-muted">
                <Trans>Здесь последние {cardListRows}. Остальные есть в карточках договоров.</Trans>
              </p>
            )}
          </>
        )}
      </QueryState>
    </CardPart>
  )
}
