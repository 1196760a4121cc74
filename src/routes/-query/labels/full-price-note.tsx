import { Plural, Trans } from '@lingui/react/macro'
import type { CourseGroup } from './course-group-facts.tsx'

/** That the price of a course under way does not fall, and how much of the course is left; nothing before its start. */
export function FullPriceNote({ lessons: { total, left } }: Pick<CourseGroup, 'lessons'>) {
  if (left === total) return null
  return (
    <p className="text-sm text-ink-muted tabular-nums">
      <Trans>
        Цена за весь курс, прошедшие занятия из неё не вычитаются. Осталось{' '}
        <Plural value={left} one="# занятие" few="# занятия" many="# занятий" other="# занятия" /> из {total}.
      </Trans>
    </p>
  )
}
