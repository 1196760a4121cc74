import { WeekComparison } from '#src/ui/calendar/week-comparison.tsx'
import type { ComparisonItem, ItemChange } from '#src/ui/calendar/week-comparison-items.ts'
import { items, week } from './sample-data.ts'
import { Section } from './section.tsx'

const sideOf: Record<string, ItemChange> = { 'Русский язык': 'leaves', 'Программирование на Python': 'comes' }

/** All effects of a transfer on a week. */
const changed: ComparisonItem[] = items
  .filter(({ day }) => week.some((own) => own.day === day))
  .flatMap((item, index) =>
    item.hours === null
      ? []
      : [{ ...item, hours: item.hours, side: sideOf[item.title] ?? 'stays', conflict: index % 5 === 4 }],
  )

export function WeekComparisonSection() {
  return (
    <Section id="week-changes" title="Неделя до и после">
      <WeekComparison
        label="16–22 ноября 2026, до и после"
        days={week}
        items={changed}
        listWords="Та же неделя списком"
        sideWords={{ comes: 'добавится', leaves: 'уйдёт', stays: 'останется' }}
        hourWords={(hour) => `${String(hour).padStart(2, '0')}:00`}
      />
    </Section>
  )
}
