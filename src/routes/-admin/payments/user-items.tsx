import type { ReactNode } from 'react'
import { QueryState } from '#src/routes/-query/query-boundary.tsx'
import { List } from '#src/ui/data/list.tsx'
import { SkeletonLine } from '#src/ui/feedback/skeleton.tsx'

type UserItemsProps<Item> = {
  result: Parameters<typeof QueryState<readonly Item[]>>[0]['result']
  empty: ReactNode
  /** A `ListItem` with a key. */
  children: (item: Item) => ReactNode
}

/** A list in the card of a user, in each state of its query. */
export function UserItems<Item>({ result, empty, children }: UserItemsProps<Item>) {
  return (
    <QueryState
      result={result}
      skeleton={<SkeletonLine width="long" />}
      isEmpty={({ length }) => length === 0}
      empty={<p className="text-ink-muted">{empty}</p>}
    >
      {(items) => <List>{items.map(children)}</List>}
    </QueryState>
  )
}
