import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Basket } from '#contract/catalog.ts'
import { courseStudentsQuery } from '#src/api/catalog.ts'
import { paymentSchemeWords } from '#src/i18n/contract-words.ts'
import { wordsFor } from '#src/i18n/enumeration-words.ts'
import { formatMoney } from '#src/i18n/money.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { useMoment } from '#src/routes/-frame/use-moment.ts'
import { slotsWords } from '#src/school/slots.ts'
import { Card } from '#src/ui/card.tsx'
import { DescriptionList } from '#src/ui/description-list.tsx'
import { Clashes } from './clashes.tsx'

/** Who goes where, when and for how much; what does not fit the week; and what happens next. */
export function Summary({ basket }: { basket: Basket }) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const { student, course, group, plan, price } = basket
  const { today } = useMoment()
  const times = slotsWords(group.slots, dates)
  const hasBegun = group.startsOn <= today
  return (
    <div className="flex flex-col gap-base">
      <Card as="div">
        <DescriptionList
          entries={[
            { key: 'student', term: t`Кто будет заниматься`, value: `${student.firstName} ${student.lastName}` },
            { key: 'course', term: t`Курс`, value: course.title },
            { key: 'group', term: t`Группа`, value: group.title },
            { key: 'when', term: t`Когда`, value: times.length > 0 ? times.join('; ') : t`Без постоянного времени` },
            { key: 'place', term: t`Место`, value: group.territory?.title ?? t`Онлайн` },
            { key: 'teacher', term: t`Преподаватель`, value: group.teacher },
            {
              key: 'start',
              term: t`Начало`,
              value: hasBegun ? t`Занятия уже идут` : dates.dayWithYear(group.startsOn),
            },
            { key: 'scheme', term: t`Как платим`, value: i18n._(wordsFor(paymentSchemeWords, plan.paymentScheme)) },
            { key: 'price', term: t`Стоимость`, value: <b>{formatMoney(price.now, i18n.locale)}</b> },
          ]}
        />
      </Card>
      <OwnClashes basket={basket} />
      {basket.obstacle === null && <WhatNext basket={basket} />}
    </div>
  )
}

function OwnClashes({ basket: { course, student, group } }: { basket: Basket }) {
  const { data: students = [] } = useQuery(courseStudentsQuery(course.uuid))
  const own = students.find(({ studentUuid }) => studentUuid === student.uuid)
  const clashes = own?.groups.find(({ groupUuid }) => groupUuid === group.groupUuid)?.clashes ?? []
  return clashes.length > 0 && <Clashes clashes={clashes} students={students} />
}

function WhatNext({ basket: { plan, group } }: { basket: Basket }) {
  const { i18n } = useLingui()
  const dates = useDates()
  const { today } = useMoment()
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
