import { maxComparedGroups } from '#contract/limits.ts'

const comparisonKey = 'group_comparison'
const keptMs = 7 * 24 * 3_600_000

type Stored = { groups: string[]; until: number }

/**
 * The groups of the catalog that are being compared on this device, for a week after the last change. These are ids of
 * public groups, so they stay on sign-out.
 */
export function createGroupComparison(browser: () => Window, now: () => number) {
  const listeners = new Set<() => void>()
  /** The last value read, so that the same text is the same array; while storage is blocked, the only copy. */
  let last: { text: string | null; groups: readonly string[] } = { text: null, groups: [] }

  function read(): readonly string[] {
    const text = readText()
    if (text !== undefined && text !== last.text) last = { text, groups: parseGroups(text, now()) }
    return last.groups
  }

  /** Undefined while storage is blocked. */
  function readText(): string | null | undefined {
    try {
      return browser().localStorage.getItem(comparisonKey)
    } catch {
      return undefined
    }
  }

  function save(groups: readonly string[]): void {
    const stored: Stored = { groups: groups.slice(0, maxComparedGroups), until: now() + keptMs }
    const text = groups.length === 0 ? null : JSON.stringify(stored)
    last = { text, groups: stored.groups }
    try {
      if (text === null) browser().localStorage.removeItem(comparisonKey)
      else browser().localStorage.setItem(comparisonKey, text)
    } catch {
      // Storage is blocked: the comparison lasts as long as the page.
    }
    for (const listener of listeners) listener()
  }

  return {
    read,
    /** Calls the listener after a change on this page or in another tab. */
    subscribe(listener: () => void): () => void {
      const window = browser()
      listeners.add(listener)
      window.addEventListener('storage', listener)
      return () => {
        listeners.delete(listener)
        window.removeEventListener('storage', listener)
      }
    },
    add: (group: string) => save([...read().filter((other) => other !== group), group]),
    remove: (group: string) => save(read().filter((other) => other !== group)),
    clear: () => save([]),
  }
}

export type GroupComparisonStore = ReturnType<typeof createGroupComparison>

/** Storage may hold what another release or the user has written. */
function parseGroups(text: string | null, now: number): readonly string[] {
  try {
    const { groups, until }: Partial<Stored> = Object(JSON.parse(text ?? 'null'))
    const isKept = typeof until === 'number' && until > now && Array.isArray(groups)
    return isKept ? groups.filter((group) => typeof group === 'string').slice(0, maxComparedGroups) : []
  } catch {
    return []
  }
}
