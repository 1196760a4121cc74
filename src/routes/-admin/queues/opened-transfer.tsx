import type { WorkQueueItem } from '#contract/people/school-work.ts'
import { lazyComponent } from '#src/routes/-query/lazy-component.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'

const CancelTransferDialog = lazyComponent(
  'cancel-transfer-dialog',
  () => import('./cancel-transfer-dialog.tsx'),
  'CancelTransferDialog',
)

/** Opens the transfer in the search params, if it is among those that are shown. */
export function OpenedTransfer({ items }: { items: readonly WorkQueueItem[] }) {
  const { search, close } = useScreenSearch('admin')
  const transfer = items.find(({ id }) => id === search.item)
  if (search.dialog !== 'cancel-transfer' || transfer === undefined) return null
  return (
    <CancelTransferDialog
      id={transfer.id}
      groups={transfer.note}
      onClose={() => close({ dialog: undefined, item: undefined })}
    />
  )
}
