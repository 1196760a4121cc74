import type { Contract } from '#contract/contracts.ts'
import { VirtualList } from '#src/ui/virtual-list.tsx'
import { type CardSurroundings, ContractCard } from './contract-card.tsx'

type LongListProps = CardSurroundings & { label: string; contracts: readonly Contract[] }

/** Draws only the cards in view; a chunk of its own. */
export function LongList({ label, contracts, ...rest }: LongListProps) {
  return (
    <VirtualList label={label} items={contracts} itemKey={({ uuid }) => uuid} estimate={168} gap={16}>
      {(contract) => <ContractCard contract={contract} {...rest} />}
    </VirtualList>
  )
}
