import { WeekPicture } from '#src/ui/week-picture.tsx'
import type { PictureItem, Side } from '#src/ui/week-sides.ts'
import { items, week } from './sample.ts'
import { Section } from './section.tsx'

const sideOf: Record<string, Side> = { 'Русский язык': 'leaves', 'Программирование на Python': 'comes' }

/** Everything that a change can do to a week. */
const changed: PictureItem[] = items
  .filter(({ day }) => week.some((own) => own.day === day))
  .flatMap((item, index) =>
    item.hours === null
      ? []
      : [{ ...item, hours: item.hours, side: sideOf[item.title] ?? 'stays', conflict: index % 5 === 4 }],
  )

export function WeekChanges() {
  return (
    <Section id="week-changes" title="Неделя до и после">
      <WeekPicture
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
