/** Marks the row that the address names, and scrolls to it. */
export function currentRowIf(isCurrent: boolean) {
  return isCurrent ? { 'aria-current': true as const, ref: scrollTo } : {}
}

/** In the next frame: the router scrolls to the top of a new page in this one. */
function scrollTo(element: HTMLElement | null): () => void {
  const frame = requestAnimationFrame(() => element?.scrollIntoView({ block: 'center' }))
  return () => cancelAnimationFrame(frame)
}
