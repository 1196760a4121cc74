const mostKeys = 10_000

/** Counts tries in memory, in fixed windows of time. A try is counted before it is judged, so that many at once gain nothing. */
export function createTries({ limit, windowMs, clock }: { limit: number; windowMs: number; clock: () => Date }) {
  const windows = new Map<string, { spent: number; endsAt: number }>()

  return {
    /** Takes one try. Null: go on; a number: none left for that many seconds. */
    spend(key: string): number | null {
      const now = clock().getTime()
      const open = windows.get(key)
      if (open && open.endsAt > now) {
        open.spent += 1
        return open.spent > limit ? Math.ceil((open.endsAt - now) / 1000) : null
      }
      if (windows.size >= mostKeys) makeRoom(now)
      windows.set(key, { spent: 1, endsAt: now + windowMs })
      return null
    },
    forgive(key: string): void {
      windows.delete(key)
    },
  }

  function makeRoom(now: number): void {
    for (const [key, { endsAt }] of windows) if (endsAt <= now) windows.delete(key)
    for (const key of windows.keys()) {
      if (windows.size < mostKeys) return
      windows.delete(key)
    }
  }
}
