import type { Contract } from '#contract/contracts.ts'
import { VirtualList } from '#src/ui/virtual-list.tsx'
import { ContractCard } from './contract-card.tsx'

export function LongList({ label, contracts }: { label: string; contracts: readonly Contract[] }) {
  return (
    <VirtualList label={label} items={contracts} itemKey={({ uuid }) => uuid} estimate={176} gap={16}>
      {(contract) => <ContractCard contract={contract} />}
    </VirtualList>
  )
}
