/** The only source of the current time for rendering and decisions. Tests and the server use a fixed one. */
export type Clock = {
  /** Milliseconds since the epoch. */
  now: () => number
  /** The instant at which the server rendered the page. Hydration uses it, so that both renders are equal. */
  renderedAt?: number | undefined
  /** Calls `tick` when time has advanced; returns the unsubscribe function. */
  subscribe: (tick: () => void) => () => void
}

/** The clock of a window: one timer for the whole page, which runs only while there are subscribers. */
export function createClock(window: Window, renderedAt?: number): Clock {
  const watching = new Set<() => void>()
  const tick = () => {
    for (const notify of watching) notify()
  }
  let timer: number | undefined
  return {
    now: () => Date.now(),
    renderedAt,
    subscribe: (notify) => {
      watching.add(notify)
      if (watching.size === 1) {
        timer = window.setInterval(tick, 1000)
        // Timers are throttled in background tabs: update at once when the tab becomes visible.
        window.document.addEventListener('visibilitychange', tick)
      }
      return () => {
        watching.delete(notify)
        if (watching.size > 0) return
        window.clearInterval(timer)
        window.document.removeEventListener('visibilitychange', tick)
      }
    },
  }
}

/** A clock that always returns `instant`. */
export function fixedClock(instant: number): Clock {
  return { now: () => instant, subscribe: () => () => undefined }
}
