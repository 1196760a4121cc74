import type { ScheduleLayer } from '#contract/enumerations.ts'
import type { Look } from '#src/ui/tone.ts'

/** What is laid over the schedule wears its icon everywhere: none of its colours is its own. */
export const layerLooks = {
  payments: { tone: 'warning', icon: 'wallet' },
  events: { tone: 'volcano', icon: 'events' },
} as const satisfies Record<ScheduleLayer, Look>

/** Where an item of a layer leads; null for an entry of the schedule itself. */
export type LayerTarget = { layer: ScheduleLayer; id: string }

export function layerTarget(key: string): LayerTarget | null {
  const [layer, id] = key.split(' ')
  return (layer === 'payments' || layer === 'events') && id !== undefined ? { layer, id } : null
}
