import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { type Screen, screens } from '#contract/screens.ts'
import { menuQuery } from '#src/api/system.ts'
import { menuPlaceOf } from '#src/routes/-layout/menu-places.ts'
import { whenIdle } from './connection-status.ts'
import { savesData } from './data-saver.ts'
import type { AppRouter } from './router.ts'

type BrowserWindow = Window & typeof globalThis

/** Pages fetched side by side: on a slow line each waits mostly for its first byte. */
const sideBySide = 3

/**
 * Fetches the code and data of the pages of the menu while the browser has nothing else to do, those of the bottom bar
 * first: a press in the menu shows its page at once. Another role group has another menu. Nothing is fetched for a
 * person who saves data. Resolves when the pages of the present menu are fetched.
 */
export async function preloadMenu(window: BrowserWindow, router: AppRouter, queryClient: QueryClient): Promise<void> {
  if (savesData(window)) return
  const preloaded = new Set<string>()
  let waiting: string[] = []
  let running = 0
  const preloadNext = async () => {
    running += 1
    await whenIdle(window)
    for (let to = waiting.shift(); to !== undefined; to = waiting.shift())
      await router.preloadRoute({ to }).catch(() => undefined)
    running -= 1
  }
  const menu = new QueryObserver(queryClient, { ...menuQuery(), enabled: false })
  const follow = ({ data } = menu.getCurrentResult()) => {
    // The server may be newer and name a screen that this release does not have.
    const found = (data?.items ?? []).flatMap(
      ({ route }) => (screens as Partial<Record<string, Screen>>)[route ?? ''] ?? [],
    )
    const placeOf = ({ name }: Screen) => menuPlaceOf(name).barPosition ?? Number.POSITIVE_INFINITY
    const addresses = found
      .toSorted((one, other) => Math.sign(placeOf(one) - placeOf(other)) || 0)
      .map(({ address }) => address)
    const added = addresses.filter((to) => to !== null).filter((to) => !preloaded.has(to))
    for (const to of added) preloaded.add(to)
    waiting = [...waiting, ...added]
    const started: Promise<void>[] = []
    while (running < Math.min(sideBySide, waiting.length)) started.push(preloadNext())
    return Promise.all(started)
  }
  menu.subscribe((result) => void follow(result))
  await follow()
}
