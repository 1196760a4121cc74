import type { Page } from 'playwright'

declare global {
  interface Window {
    passTime: (milliseconds: number) => void
  }
}

/** Advances the time of timers of two seconds or more. */
export async function passTime(page: Page, milliseconds: number): Promise<void> {
  await page.evaluate((passed) => window.passTime(passed), milliseconds)
}

/**
 * The path ends long timers of the page; short timers run normally. A completely frozen clock would stop the
 * query cache. A running clock would end a timer of five seconds by itself on a slow machine.
 * Runs in the page, before its scripts.
 */
export function holdLongTimers(): void {
  const long = 2000
  const start = window.setTimeout.bind(window)
  const stop = window.clearTimeout.bind(window)
  const waiting = new Map<number, { end: number; act: () => void }>()
  let now = 0
  let last = 0
  const startTimer = (act: (...args: unknown[]) => void, delay = 0, ...args: unknown[]): number => {
    if (delay < long) return start(act, delay, ...args)
    last -= 1
    waiting.set(last, { end: now + delay, act: () => act(...args) })
    return last
  }
  const stopTimer = (timer?: number): void => {
    if (!waiting.delete(timer ?? 0)) stop(timer)
  }
  const passTime = (milliseconds: number): void => {
    now += milliseconds
    const due = [...waiting].filter(([, { end }]) => end <= now).sort(([, one], [, other]) => one.end - other.end)
    for (const [timer, { act }] of due) if (waiting.delete(timer)) act()
  }
  // The timeout of a held request does not run either.
  AbortSignal.timeout = (milliseconds) => {
    const controller = new AbortController()
    startTimer(() => controller.abort(new DOMException('The path let the time pass', 'TimeoutError')), milliseconds)
    return controller.signal
  }
  Object.assign(window, { setTimeout: startTimer, clearTimeout: stopTimer, passTime })
}
