import { useLingui } from '@lingui/react/macro'
import { scheduleFilterKinds } from '#contract/enumerations.ts'
import type { ChildTones } from '#src/domain/calendar.ts'
import type { ChildTags } from '#src/domain/child-tags.ts'
import { itemKindAppearances, itemKindOf } from '#src/domain/item-kind.ts'
import type { ScheduleEntry } from '#src/domain/schedule-entries.ts'
import { scheduleFilterKindLabels } from '#src/i18n/lesson-labels.ts'
import type { CalendarItem } from '#src/ui/calendar/calendar-items.ts'
import { Legend } from '#src/ui/calendar/legend.tsx'
import type { IconName } from '#src/ui/icon.tsx'

type ColourLegendProps = {
  entries: readonly ScheduleEntry[]
  items: readonly CalendarItem[]
  /** The days of the view. */
  days: readonly string[]
  /** A month has icons of states and deadlines; hours have words and a heading instead. */
  hasStateIcons: boolean
  tags: ChildTags
  childTones: ChildTones | null
}

/** Says whether the colours are children or kinds, and what the icons mean. Only colours of the entries and icons of these days are listed. */
export function ColourLegend({ entries, items, days, hasStateIcons, tags, childTones }: ColourLegendProps) {
  const { t, i18n } = useLingui()
  if (entries.length === 0) return null
  const shown = items.filter(({ day }) => days.includes(day))
  const hasState = (icon: IconName) =>
    shown.some(
      ({ state, stateIcon = 'switch', secondIcon, cancelled }) =>
        secondIcon === icon || (hasStateIcons && state && !cancelled && stateIcon === icon),
    )
  const marks = [
    { icon: 'flag', isUsed: hasStateIcons && shown.some(({ due }) => due), label: t`срок сдачи` },
    { icon: 'switch', isUsed: hasState('switch'), label: t`перенесено` },
    { icon: 'profile', isUsed: hasState('profile'), label: t`замена преподавателя` },
    { icon: 'logout', isUsed: hasState('logout'), label: t`не придёт` },
    { icon: 'warning', isUsed: shown.some(({ warning }) => warning), label: t`мало времени на дорогу или пересечение` },
  ] as const
  const used = marks.filter(({ isUsed }) => isUsed)
  if (childTones) {
    const children = [...childTones].flatMap(([key, tone]) =>
      entries.some(({ students }) => students.includes(key)) ? [{ key, tone, label: tags.get(key)?.name ?? '' }] : [],
    )
    const isShared = entries.some(({ students }) => students.length > 1)
    const shared = isShared ? [{ key: 'shared', tone: 'neutral' as const, label: t`несколько детей` }] : []
    return <Legend title={t`Цвета детей`} entries={[...children, ...shared]} marks={used} />
  }
  const ofEntries = new Set(entries.map(itemKindOf))
  const kinds = scheduleFilterKinds.filter((kind) => ofEntries.has(kind))
  return (
    <Legend
      title={t`Цвета занятий`}
      entries={kinds.map((kind) => ({
        key: kind,
        tone: itemKindAppearances[kind].tone,
        label: i18n._(scheduleFilterKindLabels[kind]),
      }))}
      marks={used}
    />
  )
}
