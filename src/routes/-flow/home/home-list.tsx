import { Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { Button } from '#src/ui/forms/button.tsx'
import { Card } from '#src/ui/layout/card.tsx'

type HomeListProps<Item> = {
  items: readonly Item[]
  keyOf: (item: Item) => string
  /** Rows that are shown before a press on «all». */
  max: number
  children: (item: Item) => ReactNode
}

/** The first rows of a list of a home page, and all of them by a press. */
export function HomeList<Item>({ items, keyOf, max, children }: HomeListProps<Item>) {
  const [isWhole, setWhole] = useState(false)
  const isLong = items.length > max
  return (
    <Card padding="flush">
      <ul className="divide-y divide-line-soft">
        {(isWhole || !isLong ? items : items.slice(0, max)).map((item) => (
          <li key={keyOf(item)}>{children(item)}</li>
        ))}
      </ul>
      {isLong && (
        <div className="border-t border-line-soft px-xxs md:px-sm md:py-xxs">
          <Button variant="quiet" size="small" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? <Trans>Показать только первые</Trans> : <Trans>Показать все: {items.length}</Trans>}
          </Button>
        </div>
      )}
    </Card>
  )
}
