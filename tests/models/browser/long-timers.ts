import type { Page } from 'playwright'

declare global {
  interface Window {
    passTime: (milliseconds: number) => void
  }
}

/** Lets time pass for what waits two seconds or more. */
export async function passTime(page: Page, milliseconds: number): Promise<void> {
  await page.evaluate((passed) => window.passTime(passed), milliseconds)
}

/**
 * Long waits of the page end when the path says so, short ones by themselves. A wholly frozen clock would stop the
 * query cache, and one that runs would end a wait of five seconds on its own when the machine is busy.
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
  // A call that the path holds back does not give up by itself either.
  AbortSignal.timeout = (milliseconds) => {
    const controller = new AbortController()
    startTimer(() => controller.abort(new DOMException('The path let the time pass', 'TimeoutError')), milliseconds)
    return controller.signal
  }
  Object.assign(window, { setTimeout: startTimer, clearTimeout: stopTimer, passTime })
}
