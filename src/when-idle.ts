/** After what the person waits for: what is wanted soon, but not now. */
export function whenIdle(window: Window, work: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: 5000 })
  else globalThis.setTimeout(work, 2000)
}
