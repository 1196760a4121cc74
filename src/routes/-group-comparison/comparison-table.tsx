import { Trans, useLingui } from '@lingui/react/macro'
import type { CSSProperties, ReactNode } from 'react'
import type { ComparedGroup } from '#contract/enrolment/catalog.ts'
import { GradeRange } from '#src/i18n/grade-range.tsx'
import { formatMoney } from '#src/i18n/numbers.ts'
import {
  type EnrolmentContext,
  eligibilityFor,
  groupActionKind,
  titleWithoutCourse,
  useVisitorKind,
} from '#src/routes/-flow/enrolment/enrolment-context.ts'
import { GroupAction } from '#src/routes/-flow/enrolment/group-action.tsx'
import { GroupObstacles } from '#src/routes/-flow/enrolment/group-obstacles.tsx'
import { ScreenLink } from '#src/routes/-flow/router-link.tsx'
import { PlacesBadge } from '#src/routes/-query/labels/badges.tsx'
import { useGroupFacts } from '#src/routes/-query/labels/course-group-facts.tsx'
import { PriceNote } from '#src/routes/-query/labels/price-note.tsx'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { Badge, NoValue } from '#src/ui/data/badge.tsx'
import { TextLink } from '#src/ui/data/text-link.tsx'
import { IconButton } from '#src/ui/forms/icon-button.tsx'
import { Card } from '#src/ui/layout/card.tsx'

type ComparisonTableProps = {
  groups: readonly ComparedGroup[]
  enrolment: Omit<EnrolmentContext, 'course'>
  onRemove: (group: string) => void
}

/** One column per group, one row per attribute. It scrolls sideways below the names of the attributes, which stay. */
export function ComparisonTable({ groups, enrolment, onRemove }: ComparisonTableProps) {
  const { t } = useLingui()
  const aspects = useAspects(groups, enrolment)
  return (
    <Card as="div" padding="flush">
      <section
        aria-label={t`Сравнение групп`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls is reached by the keyboard
        tabIndex={0}
        className="overflow-x-auto rounded-lg print:overflow-visible"
      >
        <table
          style={{ '--groups': groups.length } as CSSProperties}
          className="w-full min-w-[calc(88px+var(--groups)*192px)] table-fixed border-collapse text-left break-words md:min-w-[calc(168px+var(--groups)*200px)] print:min-w-0"
        >
          <caption className="sr-only">{t`Сравнение групп`}</caption>
          <thead>
            <tr className="align-top">
              <th scope="col" className={`${nameClasses} border-b`}>
                <span className="sr-only">
                  <Trans>Что сравниваем</Trans>
                </span>
              </th>
              {groups.map((group) => (
                <GroupHeader key={group.groupUuid} group={group} onRemove={onRemove} />
              ))}
            </tr>
          </thead>
          <tbody>
            {aspects.map((aspect) => (
              <tr key={aspect.key} className="border-b border-line-soft align-top last:border-b-0">
                <th scope="row" className={nameClasses}>
                  {aspect.title}
                  {isDifferent(aspect, groups) && (
                    <span className="sr-only">
                      <Trans>, отличается</Trans>
                    </span>
                  )}
                </th>
                {groups.map((group) => (
                  <td key={group.groupUuid} className={valueClasses}>
                    <ComparedValue aspect={aspect} group={group} groups={groups} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Card>
  )
}

const nameClasses =
  'sticky left-0 z-sticky w-[88px] border-r border-line-soft bg-surface px-xs py-sm text-xs font-normal md:text-sm break-words text-ink-muted md:w-[168px] md:pl-lg print:static'
const valueClasses = 'px-sm py-sm md:px-base'

type GroupHeaderProps = { group: ComparedGroup } & Pick<ComparisonTableProps, 'onRemove'>

function GroupHeader({ group: { groupUuid, title, course, isOnSale }, onRemove }: GroupHeaderProps) {
  const { t } = useLingui()
  return (
    <th scope="col" className={`${valueClasses} border-b border-line-soft font-normal`}>
      <div className="flex items-start justify-between gap-xxs">
        <div className="min-w-0">
          <ScreenLink to="/catalog/$id" params={{ id: course.uuid }} variant="quiet">
            <span className="font-strong">
              <SchoolText>{course.title}</SchoolText>
            </span>
          </ScreenLink>
          <p className="text-sm text-ink-muted">
            <SchoolText>{titleWithoutCourse(title, course.title)}</SchoolText>
          </p>
          {!isOnSale && (
            <p className="mt-xxs">
              <Badge>
                <Trans>Запись закрыта</Trans>
              </Badge>
            </p>
          )}
        </div>
        <div className="-mt-xs -mr-xs shrink-0">
          <IconButton icon="close" label={t`Убрать из сравнения: ${title}`} onClick={() => onRemove(groupUuid)} />
        </div>
      </div>
    </th>
  )
}

type Aspect = {
  key: string
  title: string
  of: (group: ComparedGroup) => ReactNode
  /** What is compared; absent for rows whose values always belong to one group. */
  value?: (group: ComparedGroup) => string | number
}

type ComparedValueProps = { aspect: Aspect; group: ComparedGroup; groups: readonly ComparedGroup[] }

/** A value that differs between the groups is marked; one that all groups share is muted. */
function ComparedValue({ aspect, group, groups }: ComparedValueProps) {
  if (aspect.value === undefined || groups.length < 2) return aspect.of(group)
  return isDifferent(aspect, groups) ? (
    <div className="-mx-xs -my-half w-fit rounded-sm bg-surface-info px-xs py-half forced-colors:outline">
      {aspect.of(group)}
    </div>
  ) : (
    <div className="text-ink-muted">{aspect.of(group)}</div>
  )
}

function isDifferent({ value }: Aspect, groups: readonly ComparedGroup[]): boolean {
  return value !== undefined && new Set(groups.map(value)).size > 1
}

function useAspects(groups: readonly ComparedGroup[], enrolment: ComparisonTableProps['enrolment']): Aspect[] {
  const { t, i18n } = useLingui()
  const { times, place, firstDay, term } = useGroupFacts()
  const { student } = enrolment
  const visitor = useVisitorKind()
  const actionOf = (group: ComparedGroup) => (group.isOnSale ? groupActionKind(group, enrolment, visitor) : null)
  const money = (kopecks: number) => (
    <span className="font-strong tabular-nums">{formatMoney(kopecks, i18n.locale)}</span>
  )
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

function obstaclesOf(group: string, { student }: ComparisonTableProps['enrolment']) {
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
