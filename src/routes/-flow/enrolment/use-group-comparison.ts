import { useRouteContext } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import type { GroupComparisonStore } from '#src/storage/group-comparison.ts'

const none: readonly string[] = []

/** The groups that are being compared on this device; none on the server. */
export function useGroupComparison(): { groups: readonly string[] } & Pick<
  GroupComparisonStore,
  'add' | 'remove' | 'clear'
> {
  const store = useRouteContext({ from: '__root__', select: ({ groupComparison }) => groupComparison })
  const groups = useSyncExternalStore(store.subscribe, store.read, () => none)
  const { add, remove, clear } = store
  return { groups, add, remove, clear }
}
