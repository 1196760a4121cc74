import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { screens } from '#contract/screens.ts'
import { menuQuery } from '#src/api/system.ts'
import { whenIdle } from './connection-status.ts'
import { savesData } from './data-saver.ts'
import type { AppRouter } from './router.ts'

type BrowserWindow = Window & typeof globalThis

/**
 * Fetches the code and data of the pages of the menu, one page after another while the browser has nothing else to do:
 * a press in the menu shows its page at once. Another role group has another menu. Nothing is fetched for a person who
 * saves data.
 */
export function preloadMenu(window: BrowserWindow, router: AppRouter, queryClient: QueryClient): void {
  if (savesData(window)) return
  const preloaded = new Set<string>()
  let last = Promise.resolve()
  const preload = async (to: string) => {
    await whenIdle(window)
    await router.preloadRoute({ to }).catch(() => undefined)
  }
  const menu = new QueryObserver(queryClient, { ...menuQuery(), enabled: false })
  const follow = ({ data } = menu.getCurrentResult()) => {
    for (const { route } of data?.items ?? []) {
      // The server may be newer and name a screen that this release does not have.
      const to = (route && (screens as Partial<typeof screens>)[route]?.address) ?? null
      if (to === null || preloaded.has(to)) continue
      preloaded.add(to)
      last = last.then(() => preload(to))
    }
  }
  menu.subscribe(follow)
  follow()
}
