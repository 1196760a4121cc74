import { lazyComponent } from '#src/routes/-query/lazy-component.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'

const CountersignDialog = lazyComponent(
  'countersign-dialog',
  () => import('#src/routes/-admin/payments/countersign-dialog.tsx'),
  'CountersignDialog',
)

/** Opens the contract in the search params, which the school has to sign, over any part of the panel. */
export function OpenedContract() {
  const { search, close } = useScreenSearch('admin')
  if (search.dialog !== 'countersign' || search.item === undefined) return null
  return <CountersignDialog contractId={search.item} onClose={() => close({ dialog: undefined, item: undefined })} />
}
