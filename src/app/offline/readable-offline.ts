import { screens } from '#contract/screens.ts'
import { type OfflineScreen, offlineScreens } from '#src/api/call-query.ts'
import type { CachedAnswers } from '#src/storage/cached-answers.ts'

/** A screen that can be read without a connection, and when its data were read, in milliseconds. */
export type StoredScreen = { name: OfflineScreen; path: string; at: number }

export function storedScreens(cached: CachedAnswers | null): StoredScreen[] {
  const answers = cached?.answers ?? []
  return offlineScreens.flatMap((name) => {
    const read = answers.filter(({ screen }) => screen === name)
    return read.length === 0 ? [] : { name, path: screens[name].address, at: Math.max(...read.map(({ at }) => at)) }
  })
}

/** Whether the app can show something stored at this path; home screens consist of parts of the others. */
export function isReadableOffline(pathname: string, stored: readonly StoredScreen[]): boolean {
  if (stored.length === 0) return false
  const path = withSlash(pathname)
  return path === '/' || path === '/home-page/' || stored.some((screen) => path.startsWith(withSlash(screen.path)))
}

function withSlash(path: string): string {
  return path.endsWith('/') ? path : `${path}/`
}
