import { useEffect, useEffectEvent } from 'react'

/** Calls `onEnd` when the last item is rendered, and again when more items have arrived. */
export function useEndReached(
  drawn: readonly { index: number }[],
  count: number,
  onEnd: (() => void) | undefined,
): void {
  const reached = useEffectEvent(() => onEnd?.())
  const isNear = (drawn.at(-1)?.index ?? -1) >= count - 1
  useEffect(() => {
    if (isNear && count > 0) reached()
  }, [isNear, count])
}
