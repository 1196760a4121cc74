import { useSyncExternalStore } from 'react'

/** Narrower than `md` of the tokens: a phone. */
export const phone = '(width < 767.98px)'

/** Whether a media query holds now. For choosing between two drawings of which only one should be in the page. */
export function useMedia(query: string): boolean {
  const subscribe = (changed: () => void) => {
    const list = window.matchMedia(query)
    list.addEventListener('change', changed)
    return () => list.removeEventListener('change', changed)
  }
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  )
}
