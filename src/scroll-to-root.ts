/** Scrolls smoothly to the element with id root (S2); at once for those who ask for less motion. */
export function scrollToRoot(window: Window): void {
  const behavior = window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'
  window.document.getElementById('root')?.scrollIntoView({ behavior, block: 'start' })
}
