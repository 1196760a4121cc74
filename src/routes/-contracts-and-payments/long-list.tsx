import { Trans } from '@lingui/react/macro'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { VirtualList } from '#src/ui/virtual-list.tsx'
import { ContractCard } from './contract-card.tsx'
import type { ContractListProps } from './contract-list.tsx'

/** Draws only the cards in view, and leads back from the end; a chunk of its own. */
export function LongList({ label, contracts, ...surroundings }: ContractListProps) {
  return (
    <>
      <VirtualList label={label} items={contracts} itemKey={({ uuid }) => uuid} estimate={168} gap={16}>
        {(contract) => <ContractCard contract={contract} {...surroundings} />}
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
