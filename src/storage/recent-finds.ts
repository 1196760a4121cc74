import type { IconName } from '#contract/enumerations.ts'

/** Recent results of the finder, stored per tab and user. They may hold names, so they end with the tab. */
export type RecentFind = { title: string; note?: string; icon: IconName; href: string }

export function readRecentFinds(browser: Window, userId: string | null): RecentFind[] {
  try {
    return JSON.parse(browser.sessionStorage.getItem(keyOf(userId)) ?? '[]') as RecentFind[]
  } catch {
    return []
  }
}

export function saveRecentFinds(browser: Window, userId: string | null, finds: readonly RecentFind[]): void {
  try {
    browser.sessionStorage.setItem(keyOf(userId), JSON.stringify(finds))
  } catch {
    // Storage is blocked or full: the finder opens without recent results.
  }
}

function keyOf(userId: string | null): string {
  return `finds_${userId}`
}
