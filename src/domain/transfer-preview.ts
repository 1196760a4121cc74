import type { I18n } from '@lingui/core'
import type { TransferPreview } from '#contract/schedule.ts'
import type { Dates } from '#src/i18n/dates.ts'
import type { ComparisonItem } from '#src/ui/calendar/week-comparison.tsx'
import { calendarOf } from './calendar.ts'
import type { ChildTags } from './child-tags.ts'
import { mergeScheduleItems, studentNamesOf } from './schedule-entries.ts'

type PreviewItem = TransferPreview['items'][number]
type PreviewContext = { dates: Dates; i18n: I18n; tags: ChildTags }

/**
 * Items of the week of a transfer by outcome, without self-study. Siblings in one group may have different outcomes.
 */
export function previewItemsOf({ items, conflicts }: TransferPreview, context: PreviewContext): ComparisonItem[] {
  const inConflict = new Set(conflicts.flatMap(({ itemUuid, otherUuid }) => [itemUuid, otherUuid]))
  const placeOf = new Map(items.map(({ uuid, territory, place }) => [uuid, territory?.title ?? place]))
  const attended = items.filter(({ category }) => category !== 'selfStudy')
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

/** A conflict with its two items; conflicts whose items the server did not send are left out. */
export type ResolvedConflict = TransferPreview['conflicts'][number] & { item: PreviewItem; other: PreviewItem }

/** Each conflict once, however many children share the lesson. */
export function resolveConflicts({ items, conflicts }: TransferPreview): ResolvedConflict[] {
  return conflicts.flatMap((conflict) => {
    const { later, itemUuid, otherUuid } = conflict
    const item = later?.item ?? items.find(({ uuid, side }) => uuid === itemUuid && side === 'comes')
    const other = later?.other ?? items.find(({ uuid, side }) => uuid === otherUuid && side === 'stays')
    return item && other ? [{ ...conflict, item, other }] : []
  })
}

/** The item of the new group in its first week. */
export function newGroupItemOf({ items, groupUuid }: TransferPreview): PreviewItem | undefined {
  return items.find((item) => item.side === 'comes' && item.groupUuid === groupUuid)
}
