import { useLingui } from '@lingui/react/macro'
import { scheduleFilterKinds } from '#contract/enumerations.ts'
import type { ChildTones } from '#src/domain/calendar.ts'
import type { ChildTags } from '#src/domain/child-tags.ts'
import { itemKindAppearances, itemKindOf } from '#src/domain/item-kind.ts'
import type { ScheduleEntry } from '#src/domain/schedule-entries.ts'
import { scheduleFilterKindLabels } from '#src/i18n/lesson-labels.ts'
import { Legend } from '#src/ui/calendar/legend.tsx'

type ColourLegendProps = { entries: readonly ScheduleEntry[]; tags: ChildTags; childTones: ChildTones | null }

/** Says whether the colours are children or kinds, and which. Only kinds and children of these entries are listed. */
export function ColourLegend({ entries, tags, childTones }: ColourLegendProps) {
  const { t, i18n } = useLingui()
  if (entries.length === 0) return null
  if (childTones) {
    const children = [...childTones].flatMap(([key, tone]) =>
      entries.some(({ students }) => students.includes(key)) ? [{ key, tone, label: tags.get(key)?.name ?? '' }] : [],
    )
    const isShared = entries.some(({ students }) => students.length > 1)
    const shared = isShared ? [{ key: 'shared', tone: 'neutral' as const, label: t`несколько детей` }] : []
    return <Legend title={t`Цвет — ребёнок`} entries={[...children, ...shared]} />
  }
  const used = new Set(entries.map(itemKindOf))
  const kinds = scheduleFilterKinds.filter((kind) => used.has(kind))
  return (
    <Legend
      title={t`Цвет — вид занятия`}
      entries={kinds.map((kind) => ({
        key: kind,
        tone: itemKindAppearances[kind].tone,
        label: i18n._(scheduleFilterKindLabels[kind]),
      }))}
    />
  )
}
