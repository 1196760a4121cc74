import { useQuery } from '@tanstack/react-query'
import type { Screen } from '#contract/screens.ts'
import { menuQuery } from '#src/api/system.ts'

/** Whether no right that the school has given this guardian opens a screen. */
export function useIsClosed(): (name: Screen['name']) => boolean {
  const { data: menu } = useQuery(menuQuery())
  return (name) => menu?.closed?.includes(name) ?? false
}
