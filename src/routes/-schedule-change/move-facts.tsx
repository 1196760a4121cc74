import { Trans, useLingui } from '@lingui/react/macro'
import type { MovePreview, StudyGroup } from '#contract/schedule.ts'
import { formatMoney } from '#src/i18n/money.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { newGroupIn } from '#src/school/move-preview.ts'
import { Card } from '#src/ui/card.tsx'
import { DescriptionList } from '#src/ui/description-list.tsx'

type MoveFactsProps = { preview: MovePreview; present: StudyGroup | undefined; student?: string | undefined }

/** What a move changes, from which day, and what it costs. */
export function MoveFacts({ preview, present, student }: MoveFactsProps) {
  const { t } = useLingui()
  const dates = useDates()
  const comes = newGroupIn(preview)
  const day = dates.day(preview.effectiveFrom)
  return (
    <Card as="div">
      <DescriptionList
        entries={[
          { key: 'student', term: t`Кто переходит`, value: student },
          { key: 'from', term: t`Группа сейчас`, value: present?.title },
          { key: 'to', term: t`Новая группа`, value: comes?.groupTitle },
          { key: 'teacher', term: t`Преподаватель`, value: comes?.teacher },
          { key: 'place', term: t`Место`, value: comes && (comes.territory?.title ?? t`Онлайн`) },
          { key: 'when', term: t`С какого дня`, value: <Trans>С {day}; до этого занятия идут как раньше</Trans> },
          { key: 'price', term: t`Стоимость`, value: <Price price={preview.price} /> },
        ]}
      />
    </Card>
  )
}

function Price({ price: { now, after } }: Pick<MovePreview, 'price'>) {
  const { i18n } = useLingui()
  const money = (sum: number) => formatMoney(sum, i18n.locale)
  const [before, then, difference] = [money(now), money(after), money(Math.abs(after - now))]
  if (now === after) return <Trans>Не изменится: {before}</Trans>
  return after > now ? (
    <Trans>
      {then} вместо {before}: на {difference} больше
    </Trans>
  ) : (
    <Trans>
      {then} вместо {before}: на {difference} меньше
    </Trans>
  )
}
