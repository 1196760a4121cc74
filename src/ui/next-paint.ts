/** Milliseconds after which a hidden page, which paints nothing, is not waited for. */
const paintTimeoutMs = 100

/** Resolves after the next paint of the page. */
export function nextPaint(window: Window): Promise<void> {
  return new Promise((resolve) => {
    // A task that a frame starts runs after its paint.
    window.requestAnimationFrame(() => window.setTimeout(resolve))
    window.setTimeout(resolve, paintTimeoutMs)
  })
}
