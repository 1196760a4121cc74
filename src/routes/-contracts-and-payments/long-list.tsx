import { Trans } from '@lingui/react/macro'
import { useMemo } from 'react'
import { rowsOf } from '#src/school/standings.ts'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { VirtualList } from '#src/ui/virtual-list.tsx'
import { ContractCard } from './contract-card.tsx'
import type { ContractListProps } from './contract-list.tsx'
import { GroupHeading } from './group-heading.tsx'

/** Draws only the cards in view, and leads back from the end; a chunk of its own. */
export function LongList({ label, groups, ...surroundings }: ContractListProps) {
  const rows = useMemo(() => rowsOf(groups), [groups])
  return (
    <>
      <VirtualList label={label} items={rows} itemKey={({ of }) => of.contract.uuid} estimate={168} gap={16}>
        {({ begins, of }) => (
          <>
            {begins && <GroupHeading group={begins} />}
            <ContractCard of={of} {...surroundings} />
          </>
        )}
      </VirtualList>
      <p className="mt-lg text-center">
        <Button icon={<Icon name="arrow-up" />} onClick={() => scrollToRoot(window)}>
          <Trans>Наверх</Trans>
        </Button>
      </p>
    </>
  )
}

/** Scrolls smoothly to the element with id root (S2); at once for those who ask for less motion. */
function scrollToRoot(window: Window): void {
  const behavior = window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'
  window.document.getElementById('root')?.scrollIntoView({ behavior, block: 'start' })
}
