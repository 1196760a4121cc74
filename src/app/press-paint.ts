import { nextPaint } from '#src/ui/next-paint.ts'

/**
 * Lets the browser paint the answer to a press before the page of a new address is rendered, which may take longer than
 * a frame. The next press ends the wait, so its handlers meet the page that follows from the press before.
 */
export function createPressPaint() {
  let painting: PromiseWithResolvers<void> | null = null

  function begin(window: Window, { isTrusted }: Event): void {
    if (!isTrusted) return
    const begun = Promise.withResolvers<void>()
    painting = begun
    void nextPaint(window).then(() => {
      begun.resolve()
      if (painting === begun) painting = null
    })
  }

  return {
    /** Undefined if nothing was pressed since the last paint. */
    painted: (): Promise<void> | undefined => painting?.promise,
    listen(window: Window): void {
      const beginAnother = (event: Event) => {
        painting?.resolve()
        begin(window, event)
      }
      window.addEventListener('pointerdown', beginAnother, { capture: true })
      window.addEventListener('keydown', beginAnother, { capture: true })
      // A click belongs to the press of a pointer or key before it, if that is not painted yet.
      window.addEventListener('click', (event) => painting ?? begin(window, event), { capture: true })
    },
  }
}
