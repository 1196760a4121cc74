/** What time it is for the app. Everything that draws or decides by the time asks this, so that a test and a server can hold it still. */
export type Clock = {
  /** Milliseconds since the epoch. */
  now: () => number
  /** The moment that the painted page in the document shows; it is taken over as it stands, and goes on from there. */
  paintedAt?: number | undefined
  /** Tells that time has gone on; returns how to stop. */
  subscribe: (tick: () => void) => () => void
}

/** The clock of a window: one timer for the whole page, which runs only while somebody looks at it. */
export function createClock(window: Window, paintedAt?: number): Clock {
  const watching = new Set<() => void>()
  const tick = () => {
    for (const tell of watching) tell()
  }
  let timer: number | undefined
  return {
    now: () => Date.now(),
    paintedAt,
    subscribe: (tell) => {
      watching.add(tell)
      if (watching.size === 1) {
        timer = window.setInterval(tick, 1000)
        // A tab that wakes up does not show the time it fell asleep at.
        window.document.addEventListener('visibilitychange', tick)
      }
      return () => {
        watching.delete(tell)
        if (watching.size > 0) return
        window.clearInterval(timer)
        window.document.removeEventListener('visibilitychange', tick)
      }
    },
  }
}

/** A clock that stands still. */
export function clockAt(instant: number): Clock {
  return { now: () => instant, subscribe: () => () => undefined }
}
