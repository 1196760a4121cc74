import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { formatMoney } from '#src/i18n/numbers.ts'
import type { CourseGroup } from './course-group-facts.tsx'

type Priced = Pick<CourseGroup, 'lessons' | 'price'>

/** Kopecks of one lesson, in whole roubles; null where none is left. */
export function lessonPriceOf({ lessons, price }: Priced): number | null {
  return lessons.left === 0 ? null : Math.round(price / lessons.left / 100) * 100
}

/** Groups of different numbers of lessons are compared by the price of one. */
export function LessonPrice({ group }: { group: Priced }) {
  const { i18n } = useLingui()
  const price = lessonPriceOf(group)
  if (price === null) return null
  const sum = formatMoney(price, i18n.locale)
  return (
    <p className="text-sm text-ink-muted tabular-nums">
      <Trans>{sum} за занятие</Trans>
    </p>
  )
}

type PriceNoteProps = { group: Pick<CourseGroup, 'lessons' | 'price' | 'wholePrice'> }

/** For which lessons the price of a group that has begun is; nothing before its start. */
export function PriceNote({ group: { lessons, price, wholePrice } }: PriceNoteProps) {
  const { i18n } = useLingui()
  const { total, left } = lessons
  if (left === total) return null
  const whole = formatMoney(wholePrice, i18n.locale)
  return (
    <p className="text-sm text-ink-muted tabular-nums">
      {price < wholePrice ? (
        <Trans>
          за <Plural value={left} one="# занятие" few="# занятия" many="# занятий" other="# занятия" /> из {total}, весь
          курс {whole}
        </Trans>
      ) : (
        <Trans>
          Цена за весь курс, прошедшие занятия из неё не вычитаются. Осталось{' '}
          <Plural value={left} one="# занятие" few="# занятия" many="# занятий" other="# занятия" /> из {total}.
        </Trans>
      )}
    </p>
  )
}
