import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** How little time is left between two places; none, where one begins before the other ends. */
export function travelWords(minutes: number): MessageDescriptor {
  if (minutes < 0) return msg`В двух местах сразу`
  return minutes === 0 ? msg`Нет времени на дорогу` : msg`${minutes} мин на дорогу`
}
