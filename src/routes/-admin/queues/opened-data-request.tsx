import { lazyComponent } from '#src/routes/-query/lazy-component.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'

const DataRequestDialog = lazyComponent(
  'data-request-dialog',
  () => import('./data-request-dialog.tsx'),
  'DataRequestDialog',
)

/** Opens the request about personal data in the search params over any part of the panel. */
export function OpenedDataRequest() {
  const { search, close } = useScreenSearch('admin')
  if (search.dialog !== 'data-request' || search.item === undefined) return null
  return <DataRequestDialog id={search.item} onClose={() => close({ dialog: undefined, item: undefined })} />
}
