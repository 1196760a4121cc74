import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { formatMoney } from '#src/i18n/numbers.ts'
import type { CourseGroup } from './course-group-facts.tsx'

type Priced = Pick<CourseGroup, 'price'> & { lessons: Pick<CourseGroup['lessons'], 'left'> }

/** Kopecks of one lesson, in whole roubles; null where none is left, and for free lessons. */
export function lessonPriceOf({ lessons, price }: Priced): number | null {
  return lessons.left === 0 || price === 0 ? null : Math.round(price / lessons.left / 100) * 100
}

/** «34 занятия по 1 617 ₽». */
export function LessonsAtPrice({ lessons, each }: { lessons: number; each: string }) {
  return (
    <Trans>
      <Plural value={lessons} one="# занятие" few="# занятия" many="# занятий" other="# занятия" /> по {each}
    </Trans>
  )
}

/** What one lesson costs, marked where the lessons would not add up to the price; null where none is left. */
export function lessonPriceText(group: Priced, locale: string): string | null {
  const price = lessonPriceOf(group)
  if (price === null) return null
  const sum = formatMoney(price, locale)
  return price * group.lessons.left === group.price ? sum : `≈\u00a0${sum}`
}

/** What one lesson costs; before the start of a group also for how many lessons its price is, which the note says later. */
export function LessonPrice({ group }: { group: Pick<CourseGroup, 'lessons' | 'price'> }) {
  const { i18n } = useLingui()
  const sum = lessonPriceText(group, i18n.locale)
  if (sum === null) return null
  return (
    <p className="text-sm text-ink-muted tabular-nums">
      {group.lessons.left === group.lessons.total ? (
        <LessonsAtPrice lessons={group.lessons.left} each={sum} />
      ) : (
        <Trans>{sum} за занятие</Trans>
      )}
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
          за <Plural value={left} one="# занятие" few="# занятия" many="# занятий" other="# занятия" /> из {total},{' '}
          <span className="whitespace-nowrap">весь курс {whole}</span>
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
