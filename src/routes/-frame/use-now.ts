import { useSyncExternalStore } from 'react'

/** The present instant, rounded down to `step` milliseconds; the component is drawn again when it moves on. */
export function useNow(step: number): number {
  const round = () => Math.floor(Date.now() / step) * step
  const subscribe = (changed: () => void) => {
    const timer = setInterval(changed, Math.min(step, 1000))
    return () => clearInterval(timer)
  }
  return useSyncExternalStore(subscribe, round)
}
