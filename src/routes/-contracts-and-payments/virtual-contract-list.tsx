import { Trans } from '@lingui/react/macro'
import { useMemo } from 'react'
import { type ContractGroup, contractRowsOf } from '#src/domain/contract-urgency.ts'
import { VirtualList } from '#src/ui/data/virtual-list.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { type CardContext, ContractCard, GroupHeading } from './contract-card.tsx'

export type ContractListProps = CardContext & {
  label: string
  groups: readonly ContractGroup[]
  /** Name of the child to whom the list is limited. */
  child: string | null
}

/** Renders only the visible cards, with a button to the top. */
export function VirtualContractList({ label, groups, child, ...cardProps }: ContractListProps) {
  const rows = useMemo(() => contractRowsOf(groups), [groups])
  return (
    <>
      <VirtualList label={label} items={rows} itemKey={({ of }) => of.contract.uuid} estimatedHeight={168} gap={16}>
        {({ begins, of }) => (
          <>
            {begins && <GroupHeading group={begins} child={child} />}
            <ContractCard of={of} {...cardProps} />
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

/** Scrolls to the root element (S2), without animation if the user prefers reduced motion. */
function scrollToRoot(window: Window): void {
  const behavior = window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'
  window.document.getElementById('root')?.scrollIntoView({ behavior, block: 'start' })
}
