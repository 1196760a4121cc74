/**
 * Tells every second how many of `seconds` are left, down to none; returns how to stop. What has passed is read from
 * the monotonic clock, so that neither a changed wall clock nor a sleeping tab makes it longer or shorter.
 */
export function countDown(
  window: Window & typeof globalThis,
  seconds: number,
  tell: (secondsLeft: number) => void,
): () => void {
  const { document, performance } = window
  const start = performance.now()
  let told = seconds
  const look = () => {
    const left = Math.max(0, Math.ceil(seconds - (performance.now() - start) / 1000))
    if (left === told) return
    told = left
    tell(left)
    if (left === 0) stop()
  }
  const timer = window.setInterval(look, 250)
  // A tab that wakes up does not show the number it fell asleep with.
  document.addEventListener('visibilitychange', look)
  const stop = () => {
    window.clearInterval(timer)
    document.removeEventListener('visibilitychange', look)
  }
  return stop
}
