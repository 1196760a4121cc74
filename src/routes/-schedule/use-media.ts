import { useSyncExternalStore } from 'react'

/** Narrower than `md` of the tokens: days of a month have room for dots only. */
export const phone = '(width < 767.98px)'

/** Narrower than `lg`: seven days of hours do not fit beside each other. */
export const narrow = '(width < 1023.98px)'

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
