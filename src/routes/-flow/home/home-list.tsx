import { Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { classNames } from '#src/ui/class-names.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { Card } from '#src/ui/layout/card.tsx'

type HomeListProps<Item> = {
  items: readonly Item[]
  keyOf: (item: Item) => string
  /** Rows that are shown before a press on «all». */
  max: number
  /** On a phone, if that is fewer. */
  phoneMax?: number
  children: (item: Item) => ReactNode
}

/** The first rows of a list of a home page, and all of them by a press. */
export function HomeList<Item>({ items, keyOf, max, phoneMax = max, children }: HomeListProps<Item>) {
  const [isWhole, setWhole] = useState(false)
  const isLong = items.length > max
  const isLongOnPhone = items.length > phoneMax
  return (
    <Card padding="flush">
      <ul className="divide-y divide-line-soft">
        {(isWhole || !isLong ? items : items.slice(0, max)).map((item, index) => (
          <li key={keyOf(item)} className={!isWhole && index >= phoneMax ? 'max-md:hidden' : undefined}>
            {children(item)}
          </li>
        ))}
      </ul>
      {(isLong || isLongOnPhone) && (
        <div
          className={classNames(
            'border-line-soft px-xxs md:border-t md:px-sm md:py-xxs',
            // Before hidden rows there is a line already.
            (isWhole || phoneMax >= max) && 'border-t',
            !isLong && 'md:hidden',
          )}
        >
          <Button variant="quiet" size="small" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? <Trans>Показать только первые</Trans> : <Trans>Показать все: {items.length}</Trans>}
          </Button>
        </div>
      )}
    </Card>
  )
}
