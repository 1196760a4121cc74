import type { IconName } from '#contract/enumerations.ts'
import { findsPrefix } from './stored-texts.ts'

/**
 * Recent results of the finder, stored per tab and user. They may hold names, so they end with the tab, and on sign-out
 * (`clearStoredTexts`).
 */
export type RecentFind = { title: string; note?: string; icon: IconName; href: string }

export function readRecentFinds(browser: Window, userId: string | null): RecentFind[] {
  try {
    const stored: unknown = JSON.parse(browser.sessionStorage.getItem(keyOf(userId)) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isRecentFind) : []
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
  return `${findsPrefix}${userId}`
}

/** Storage may hold values of another release. */
function isRecentFind(value: unknown): value is RecentFind {
  const { title, icon, href } = Object(value) as Partial<RecentFind>
  return typeof title === 'string' && typeof icon === 'string' && typeof href === 'string'
}
