import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { ComparedGroup } from '#contract/enrolment/catalog.ts'
import { GradeRange } from '#src/i18n/grade-range.tsx'
import { formatMoney } from '#src/i18n/numbers.ts'
import {
  type EnrolmentContext,
  eligibilityFor,
  groupActionKind,
  useVisitorKind,
} from '#src/routes/-flow/enrolment/enrolment-context.ts'
import { GroupAction } from '#src/routes/-flow/enrolment/group-action.tsx'
import { GroupObstacles } from '#src/routes/-flow/enrolment/group-obstacles.tsx'
import { PlacesBadge } from '#src/routes/-query/labels/badges.tsx'
import { useGroupFacts } from '#src/routes/-query/labels/course-group-facts.tsx'
import { lessonPriceOf, lessonPriceText, PriceNote } from '#src/routes/-query/labels/price-note.tsx'
import { NoValue } from '#src/ui/data/badge.tsx'
import { TextLink } from '#src/ui/data/text-link.tsx'

export type AspectContext = Omit<EnrolmentContext, 'course'>

/** An attribute of groups: its name, and its value of each. */
export type Aspect = {
  key: string
  title: string
  of: (group: ComparedGroup) => ReactNode
  /** What is compared; absent for rows whose values always belong to one group. */
  value?: (group: ComparedGroup) => string | number
}

/** What is compared of groups; with a student, what keeps him from each. */
export function useAspects(groups: readonly ComparedGroup[], enrolment: AspectContext): Aspect[] {
  const { t, i18n } = useLingui()
  const { times, place, firstDay, term } = useGroupFacts()
  const { student } = enrolment
  const visitor = useVisitorKind()
  const actionOf = (group: ComparedGroup) => (group.isOnSale ? groupActionKind(group, enrolment, visitor) : null)
  const strong = (sum: string) => <span className="font-strong tabular-nums">{sum}</span>
  const money = (kopecks: number) => strong(formatMoney(kopecks, i18n.locale))
  const eligibility: Aspect = {
    key: 'eligibility',
    title: student === undefined ? '' : t`Что мешает: ${student.firstName}`,
    of: ({ groupUuid }) => <GroupObstacles group={groupUuid} enrolment={enrolment} otherwise={t`ничего`} />,
    value: ({ groupUuid }) => JSON.stringify(obstaclesOf(groupUuid, enrolment)),
  }
  return [
    {
      key: 'times',
      title: t`Дни и время`,
      of: (group) =>
        times(group).map((time) => (
          <span key={time} className="block">
            {time}
          </span>
        )),
      value: (group) => times(group).join(),
    },
    ...(student === undefined ? [] : [eligibility]),
    { key: 'place', title: t`Где`, of: (group) => <PlaceOf group={group} text={place(group)} />, value: place },
    {
      key: 'price',
      title: t`Цена`,
      of: (group) => (
        <>
          {money(group.price)}
          <PriceNote group={group} />
        </>
      ),
      value: ({ price }) => price,
    },
    {
      key: 'lesson-price',
      title: t`Цена занятия`,
      of: (group) => {
        const price = lessonPriceText(group, i18n.locale)
        return price === null ? <NoValue>{t`занятий больше нет`}</NoValue> : strong(price)
      },
      value: (group) => lessonPriceOf(group) ?? '',
    },
    {
      key: 'monthly',
      title: t`Платёж в месяц`,
      of: (group) => {
        const monthly = monthlyOf(group)
        return monthly === undefined ? <NoValue>{t`нет такой оплаты`}</NoValue> : money(monthly)
      },
      value: (group) => monthlyOf(group) ?? '',
    },
    {
      key: 'places',
      title: t`Места`,
      of: ({ placesLeft, waiting }) => <PlacesBadge left={placesLeft} waiting={waiting} />,
      value: ({ placesLeft }) => placesLeft,
    },
    {
      key: 'first-day',
      title: t`Первый день`,
      of: (group) => firstDay(group) ?? <NoValue>{t`пока не известен`}</NoValue>,
      value: ({ firstDay }) => firstDay ?? '',
    },
    { key: 'term', title: t`Срок`, of: term, value: term },
    {
      key: 'teacher',
      title: t`Преподаватель`,
      of: ({ teacher }) => teacher ?? <NoValue>{t`пока не назначен`}</NoValue>,
      value: ({ teacher }) => teacher ?? '',
    },
    {
      key: 'grades',
      title: t`Для кого`,
      of: ({ course }) => <GradeRange {...course} />,
      value: ({ course: { branch, grades } }) => (grades.length > 0 ? grades.join() : branch),
    },
    // Without an action in any group the row would be empty.
    ...(groups.some((group) => actionOf(group) !== null)
      ? [
          {
            key: 'choice',
            title: t`Запись`,
            of: (group: ComparedGroup) =>
              group.isOnSale && (
                <div className="flex flex-col gap-xs">
                  <GroupAction group={group} enrolment={{ ...enrolment, course: group.course.uuid }} isCompact />
                </div>
              ),
          },
        ]
      : []),
  ]
}

function obstaclesOf(group: string, { student }: AspectContext) {
  const eligibility = eligibilityFor(group, student)
  return [student?.obstacle ?? eligibility?.obstacle, eligibility?.conflicts]
}

const monthlyOf = ({ plans }: ComparedGroup) =>
  plans.find(({ paymentScheme }) => paymentScheme === 'Recurent')?.instalments[0]?.amount

/** The address with the way there on a map, or that the lessons are online. */
function PlaceOf({ group: { territory, address }, text }: { group: ComparedGroup; text: string }) {
  const { t } = useLingui()
  if (territory === null || address === null) return text
  const map = `https://yandex.ru/maps/?${new URLSearchParams({ mode: 'routes', rtext: `~${address}` })}`
  return (
    <>
      {text}
      <br />
      <TextLink href={map} target="_blank" rel="noreferrer" aria-label={t`Как добраться: ${text}`}>
        <span className="text-sm print:hidden">
          <Trans>Как добраться</Trans>
        </span>
      </TextLink>
    </>
  )
}
