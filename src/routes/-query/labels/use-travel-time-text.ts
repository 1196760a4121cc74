import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'

/** That two items of a child are too close: `minutes` between them, negative for an overlap. */
export function useTravelTimeText(): (minutes: number) => string {
  const { t } = useLingui()
  return useCallback(
    (minutes) => {
      if (minutes < 0) return t`Одновременно с другим занятием`
      if (minutes === 0) return t`Нет времени на дорогу`
      return t`Между занятиями ${minutes}\u00a0мин, можно не успеть`
    },
    [t],
  )
}
