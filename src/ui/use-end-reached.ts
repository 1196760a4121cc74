import { useEffect, useEffectEvent } from 'react'

/** Calls when the last of the items drawn comes near the end of all that are there, and again when more came. */
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
