/** The only source of the current time for rendering and decisions. Tests and the server use a fixed one. */
export type Clock = {
  /** Milliseconds since the epoch, by the clock of the server. */
  now: () => number
  /** The same instant by the clock of the server, of one that was noted by that of the device. */
  fromDevice: (at: number) => number
  /** The instant at which the server rendered the page. Hydration uses it, so that both renders are equal. */
  renderedAt?: number | undefined
  /** Calls `tick` when time has advanced; returns the unsubscribe function. */
  subscribe: (tick: () => void) => () => void
}

/** An answer of the server: its time, and when by the clock of the device it was asked and arrived. Milliseconds. */
export type TimedAnswer = { asked: number; arrived: number; at: number; precision: number }

/** Where the difference between the clocks is kept for a page that starts without a connection. */
export type OffsetStore = { read: () => number; save: (offset: number) => void }

/**
 * The clock of a window: one timer for the whole page, which runs only while there are subscribers. It goes by the clock of
 * the server, which `adjust` compares with that of the device; without an answer by the last difference.
 */
export function createClock(
  window: Window,
  { stored, renderedAt }: { stored?: OffsetStore; renderedAt?: number | undefined } = {},
): Clock & { adjust: (answer: TimedAnswer) => void } {
  const watching = new Set<() => void>()
  const tick = () => {
    for (const notify of watching) notify()
  }
  let offset = stored?.read() ?? 0
  let timer: number | undefined
  return {
    now: () => Date.now() + offset,
    fromDevice: (at) => at + offset,
    renderedAt,
    adjust(answer) {
      const next = adjustedOffset(offset, answer)
      if (next === offset) return
      offset = next
      stored?.save(offset)
      tick()
    },
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

/** Milliseconds: a smaller error is that of the measurement, and changes nothing that a page shows. */
const tolerance = 5_000

/**
 * The server read its clock between the question and the answer, so the difference lies between two bounds. One that fits
 * stays as it is; a clock that is right has none.
 */
function adjustedOffset(offset: number, { asked, arrived, at, precision }: TimedAnswer): number {
  const [least, most] = [at - arrived - tolerance, at + precision - asked + tolerance]
  const fits = (some: number) => some >= least && some <= most
  if (fits(0)) return 0
  return fits(offset) ? offset : Math.round((least + most) / 2)
}

/** A clock that always returns `instant`. */
export function fixedClock(instant: number): Clock {
  return { now: () => instant, fromDevice: (at) => at, subscribe: () => () => undefined }
}
