import { type ReactNode, useEffect } from 'react'

/**
 * The page that modals hide from screen readers, also what arrives in it while one is open. Toasts and other layers are
 * beside it.
 */
export function PageBehind({ children }: { children: ReactNode }) {
  return <div data-page-behind>{children}</div>
}

/** Open modals by the page that they hide. */
const modals = new WeakMap<Element, number>()

/**
 * Hides the page while the modal is mounted. Radix marks only what is there at the opening, and next to a live region
 * not even that as a whole.
 */
export function useHiddenPage(): void {
  useEffect(() => {
    const page = document.querySelector('[data-page-behind]')
    if (!page) return
    const count = (change: 1 | -1) => {
      const open = (modals.get(page) ?? 0) + change
      modals.set(page, open)
      if (open > 0) page.setAttribute('aria-hidden', 'true')
      else page.removeAttribute('aria-hidden')
    }
    count(1)
    return () => count(-1)
  }, [])
}
