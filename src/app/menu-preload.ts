import type { QueryClient } from '@tanstack/react-query'
import { screens } from '#contract/screens.ts'
import { menuQuery } from '#src/api/system.ts'
import { whenIdle } from './connection-status.ts'
import type { AppRouter } from './router.ts'

type BrowserWindow = Window & typeof globalThis

/**
 * Fetches the code and data of the pages of the menu, one page after another while the browser has nothing else to do:
 * a press in the menu shows its page at once. Nothing is fetched for a person who saves data.
 */
export async function preloadMenu(window: BrowserWindow, router: AppRouter, queryClient: QueryClient): Promise<void> {
  if (savesData(window)) return
  for (const { route } of queryClient.getQueryData(menuQuery().queryKey)?.items ?? []) {
    const to = route && screens[route].address
    if (to === null) continue
    await whenIdle(window)
    await router.preloadRoute({ to }).catch(() => undefined)
  }
}

function savesData({ navigator, matchMedia }: BrowserWindow): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData === true || matchMedia('(prefers-reduced-data: reduce)').matches
}
