import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Basket } from '#contract/enrolment/catalog.ts'
import { displayName } from '#contract/people/names.ts'
import { optionalQuery } from '#src/api/call-query.ts'
import { courseQuery, courseStudentsQuery } from '#src/api/catalog.ts'
import { slotsText } from '#src/domain/weekly-slots.ts'
import { paymentSchemeLabels } from '#src/i18n/contract-labels.ts'
import { labelOf } from '#src/i18n/labels.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { ScheduleConflicts } from '#src/routes/-flow/steps/schedule-conflicts.tsx'
import { PriceNote } from '#src/routes/-query/labels/price-note.tsx'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { DescriptionList } from '#src/ui/data/list.tsx'
import { Card } from '#src/ui/layout/card.tsx'

/** Contents of the basket, schedule conflicts and the next steps. */
export function BasketSummary({ basket }: { basket: Basket }) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const { student, course, group, plan } = basket
  const { today } = useSchoolNow()
  const times = slotsText(group.slots, dates)
  const hasBegun = group.startsOn <= today
  return (
    <div className="flex flex-col gap-base">
      <Card as="div">
        <DescriptionList
          entries={[
            { key: 'student', term: t`Кто будет заниматься`, value: displayName(student) },
            { key: 'course', term: t`Курс`, value: course.title },
            { key: 'group', term: t`Группа`, value: group.title },
            { key: 'when', term: t`Когда`, value: times.length > 0 ? times.join('; ') : t`Без постоянного времени` },
            { key: 'place', term: t`Место`, value: group.territory?.title ?? t`Онлайн` },
            { key: 'teacher', term: t`Преподаватель`, value: group.teacher },
            hasBegun
              ? { key: 'start', term: t`Занятия`, value: t`уже идут` }
              : { key: 'start', term: t`Начало`, value: dates.dayWithYear(group.startsOn) },
            { key: 'scheme', term: t`Как платим`, value: i18n._(labelOf(paymentSchemeLabels, plan.paymentScheme)) },
            { key: 'price', term: t`Стоимость`, value: <FullPrice basket={basket} /> },
          ]}
        />
      </Card>
      <BasketConflicts basket={basket} />
      {basket.obstacle === null && <NextSteps basket={basket} />}
    </div>
  )
}

function FullPrice({ basket: { course, group, price } }: { basket: Basket }) {
  const { i18n } = useLingui()
  const { data } = useQuery(optionalQuery(courseQuery(course.uuid)))
  const own = data?.groups.find(({ groupUuid }) => groupUuid === group.groupUuid)
  return (
    <>
      <b>{formatMoney(price.now, i18n.locale)}</b>
      {own && <PriceNote group={own} />}
    </>
  )
}

function BasketConflicts({ basket: { course, student, group } }: { basket: Basket }) {
  const { data: students = [] } = useQuery(courseStudentsQuery(course.uuid))
  const own = students.find(({ studentUuid }) => studentUuid === student.uuid)
  const conflicts = own?.groups.find(({ groupUuid }) => groupUuid === group.groupUuid)?.conflicts ?? []
  const nameOf = (child: string) => students.find(({ studentUuid }) => studentUuid === child)?.firstName ?? ''
  return <ScheduleConflicts conflicts={conflicts} nameOf={nameOf} />
}

function NextSteps({ basket: { plan, group } }: { basket: Basket }) {
  const { i18n } = useLingui()
  const dates = useDates()
  const { today } = useSchoolNow()
  const [first] = plan.instalments
  const sum = first && formatMoney(first.amount, i18n.locale)
  const until = first && dates.day(first.dueOn)
  const begin = dates.day(group.startsOn)
  return (
    <Card as="div" title={<Trans>Что будет дальше</Trans>} level={3}>
      <ol className="flex list-decimal flex-col gap-xs pl-md">
        <li>
          <Trans>Появится договор, и место в группе — за вами.</Trans>
        </li>
        {first && (
          <li>
            <Trans>
              До {until} нужно внести первый платёж, {sum}: счёт будет на странице договора.
            </Trans>
          </li>
        )}
        <li>
          {group.startsOn > today ? (
            <Trans>Занятия начнутся {begin} и появятся в расписании.</Trans>
          ) : (
            <Trans>Ближайшие занятия появятся в расписании.</Trans>
          )}
        </li>
      </ol>
    </Card>
  )
}
