import type { RouteName } from '#contract/enumerations.ts'
import { screens } from '#contract/screens.ts'
import type { CachedAnswer, CachedAnswers } from '#src/storage/cached-answers.ts'

/** A screen that can be read without a connection, and when its data were read, in milliseconds. */
export type StoredScreen = { name: RouteName; path: string; at: number }

/** The calls without which a screen shows nothing. */
const callsOfScreens = [
  ['schedule', /\/schedule\/list$/],
  ['grade-book', /\/grade-book\//],
  ['contracts-and-payments', /\/profile\/contract\/list$/],
  ['events', /\/profile\/events$/],
  ['profile', /\/profile\/session\/list$/],
] as const satisfies [RouteName, RegExp][]

/** Screens that can be read without a connection. */
export const offlineScreens = callsOfScreens.map(([name]) => screens[name])

export function storedScreens(cached: CachedAnswers | null): StoredScreen[] {
  const answers = cached?.answers ?? []
  return callsOfScreens.flatMap(([name, call]) => {
    const read = answers.filter(({ queryKey }: CachedAnswer) => call.test(String(queryKey[0])))
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
