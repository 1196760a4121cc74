/**
 * Calls back every second with the number of `seconds` left, down to 0; returns the stop function. It reads the
 * monotonic clock, so a changed wall clock or a throttled tab does not change the duration.
 */
export function startCountdown(
  window: Window & typeof globalThis,
  seconds: number,
  notify: (secondsLeft: number) => void,
): () => void {
  const { document, performance } = window
  const start = performance.now()
  let reported = seconds
  const checkState = () => {
    const left = Math.max(0, Math.ceil(seconds - (performance.now() - start) / 1000))
    if (left === reported) return
    reported = left
    notify(left)
    if (left === 0) stop()
  }
  const timer = window.setInterval(checkState, 250)
  // Timers are throttled in background tabs: update at once when the tab becomes visible.
  document.addEventListener('visibilitychange', checkState)
  const stop = () => {
    window.clearInterval(timer)
    document.removeEventListener('visibilitychange', checkState)
  }
  return stop
}
