import type { I18n } from '@lingui/core'
import type { MovePreview } from '#contract/schedule.ts'
import type { Dates } from '#src/i18n/dates.ts'
import type { PictureItem } from '#src/ui/week-sides.ts'
import { calendarOf } from './calendar.ts'
import type { ChildTags } from './children.ts'
import { entriesOf, namesOf } from './entries.ts'

type PreviewItem = MovePreview['items'][number]
type Surroundings = { dates: Dates; i18n: I18n; tags: ChildTags }

/**
 * What is attended in the week of a move, by what becomes of it: one's own work is done at any hour. Siblings in one
 * group may go different ways.
 */
export function pictureItemsOf({ items, conflicts }: MovePreview, surroundings: Surroundings): PictureItem[] {
  const inConflict = new Set(conflicts.flatMap(({ itemUuid, otherUuid }) => [itemUuid, otherUuid]))
  const placeOf = new Map(items.map(({ uuid, territory, place }) => [uuid, territory?.title ?? place]))
  const attended = items.filter(({ category }) => category !== 'selfStudy')
  return [...Map.groupBy(attended, ({ side }) => side)].flatMap(([side, ofSide]) => {
    const entries = entriesOf(ofSide)
    const names = new Map(entries.map((entry) => [entry.key, namesOf(entry, surroundings.tags)]))
    return calendarOf(entries, surroundings).items.flatMap(({ hours, key, ...item }) => {
      if (hours === null) return []
      const note = [...(names.get(key) ?? []), placeOf.get(key)].filter(Boolean).join(', ')
      return [{ ...item, note, hours, key: `${side} ${key}`, side, conflict: inConflict.has(key) }]
    })
  })
}

/** A conflict with the two items that it is between; what the server names without sending it is left out. */
export type ConflictBetween = MovePreview['conflicts'][number] & { item: PreviewItem; other: PreviewItem }

/** Each once, however many children share the lesson. */
export function conflictsIn({ items, conflicts }: MovePreview): ConflictBetween[] {
  return conflicts.flatMap((conflict) => {
    const { later, itemUuid, otherUuid } = conflict
    const item = later?.item ?? items.find(({ uuid, side }) => uuid === itemUuid && side === 'comes')
    const other = later?.other ?? items.find(({ uuid, side }) => uuid === otherUuid && side === 'stays')
    return item && other ? [{ ...conflict, item, other }] : []
  })
}

/** The new group as its first week tells of it. */
export function newGroupIn({ items, groupUuid }: MovePreview): PreviewItem | undefined {
  return items.find((item) => item.side === 'comes' && item.groupUuid === groupUuid)
}
