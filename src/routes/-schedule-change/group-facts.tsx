import { Trans, useLingui } from '@lingui/react/macro'
import type { AvailableGroup, StudyGroup, TransferPreview } from '#contract/learning/schedule.ts'
import { newGroupItemOf } from '#src/domain/transfer-preview.ts'
import { slotsText } from '#src/domain/weekly-slots.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { DescriptionList, IconDescription } from '#src/ui/data/list.tsx'
import { Card } from '#src/ui/layout/card.tsx'

type GroupFactsProps = {
  group: Pick<StudyGroup | AvailableGroup, 'slots' | 'teacher' | 'territory'>
  startsOn?: string
}

/** Time, place and teacher of a group, always in the same order for comparison. */
export function TransferGroupFacts({ group: { slots, teacher, territory }, startsOn }: GroupFactsProps) {
  const { t } = useLingui()
  const dates = useDates()
  const { today } = useSchoolNow()
  const times = slotsText(slots, dates)
  return (
    <dl className="flex flex-col gap-xs">
      <IconDescription
        icon="calendar"
        term={t`Когда`}
        values={times.length > 0 ? times : [t`Без постоянного времени`]}
      />
      <IconDescription icon="home" term={t`Где`} values={[territory?.title ?? t`Онлайн`]} />
      {teacher && <IconDescription icon="profile" term={t`Преподаватель`} values={[teacher]} />}
      {startsOn && startsOn > today && (
        <IconDescription icon="check" term={t`Начало`} values={[t`Первое занятие ${dates.day(startsOn)}`]} />
      )}
    </dl>
  )
}

type TransferFactsProps = { preview: TransferPreview; present: StudyGroup | undefined; student?: string | undefined }

/** What a transfer changes, its effective date and the price. */
export function TransferFacts({ preview, present, student }: TransferFactsProps) {
  const { t } = useLingui()
  const dates = useDates()
  const comes = newGroupItemOf(preview)
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
          { key: 'first', term: t`Первое занятие`, value: comes && dates.dateTime(comes.startsAt) },
          { key: 'price', term: t`Стоимость`, value: <PriceChange price={preview.price} /> },
        ]}
      />
    </Card>
  )
}

function PriceChange({ price: { now, after } }: Pick<TransferPreview, 'price'>) {
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
