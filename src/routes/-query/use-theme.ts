import { useRouteContext } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import type { Theme } from '#contract/enumerations.ts'

/** The theme chosen on this device, that of the system before hydration, and how to choose another. */
export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  const { read, choose, subscribe } = useRouteContext({ from: '__root__', select: (context) => context.theme })
  return [useSyncExternalStore(subscribe, read, () => 'system'), choose]
}
