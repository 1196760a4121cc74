import { lazyComponent } from '#src/routes/-query/lazy-component.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import type { Difference } from './difference-dialog.tsx'

const DifferenceDialog = lazyComponent('difference-dialog', () => import('./difference-dialog.tsx'), 'DifferenceDialog')

/** Opens the difference of payments in the search params, if it is among those that are shown. */
export function OpenedDifference({ differences }: { differences: readonly Difference[] }) {
  const { search, close } = useScreenSearch('admin')
  const difference = differences.find(({ id }) => id === search.item)
  if (search.dialog !== 'difference' || difference === undefined) return null
  return <DifferenceDialog difference={difference} onClose={() => close({ dialog: undefined, item: undefined })} />
}
