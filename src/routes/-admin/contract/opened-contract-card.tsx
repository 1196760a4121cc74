import { lazyComponent } from '#src/routes/-query/lazy-component.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'

const ContractCard = lazyComponent('contract-card', () => import('./contract-card.tsx'), 'ContractCard')

/** Opens the card of the contract in the search params, over any part of the panel. */
export function OpenedContractCard() {
  const { search, close } = useScreenSearch('admin')
  const { contract } = search
  if (contract === undefined) return null
  return (
    <ContractCard
      key={contract}
      id={contract}
      onClose={() => close({ contract: undefined, payment: undefined, dialog: undefined })}
    />
  )
}
