import type { I18n } from '@lingui/core'
import type { TransferPreview } from '#contract/learning/schedule.ts'
import type { Dates } from '#src/i18n/dates.ts'
import type { ComparisonItem } from '#src/ui/calendar/week-comparison.tsx'
import { calendarOf } from './calendar.ts'
import type { ChildTags } from './child-tags.ts'
import { isDeadline, mergeScheduleItems, studentNamesOf } from './schedule-entries.ts'

type PreviewItem = TransferPreview['items'][number]
type PreviewContext = { dates: Dates; i18n: I18n; tags: ChildTags }

/**
 * Items of the week of a transfer by outcome, without deadlines. Siblings in one group may have different outcomes.
 */
export function previewItemsOf(
  { items, conflictingItems }: TransferPreview,
  context: PreviewContext,
): ComparisonItem[] {
  const inConflict = new Set(conflictingItems)
  const placeOf = new Map(items.map(({ uuid, territory, place }) => [uuid, territory?.title ?? place]))
  const attended = items.filter((item) => !isDeadline(item))
  return [...Map.groupBy(attended, ({ side }) => side)].flatMap(([side, ofSide]) => {
    const entries = mergeScheduleItems(ofSide)
    const names = new Map(entries.map((entry) => [entry.key, studentNamesOf(entry, context.tags)]))
    return calendarOf(entries, context).items.flatMap(({ hours, key, ...item }) => {
      if (hours === null) return []
      const note = [...(names.get(key) ?? []), placeOf.get(key)].filter(Boolean).join(', ')
      return [{ ...item, note, hours, key: `${side} ${key}`, side, conflict: inConflict.has(key) }]
    })
  })
}

/** The item of the new group in its first week. */
export function newGroupItemOf({ items, groupUuid }: TransferPreview): PreviewItem | undefined {
  return items.find((item) => item.side === 'comes' && item.groupUuid === groupUuid)
}
