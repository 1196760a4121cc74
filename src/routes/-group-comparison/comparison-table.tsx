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
import { lessonPriceOf, PriceNote } from '#src/routes/-query/labels/price-note.tsx'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { Badge, NoValue } from '#src/ui/data/badge.tsx'
import { TextLink } from '#src/ui/data/text-link.tsx'
import { IconButton } from '#src/ui/forms/icon-button.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { Responsive } from '#src/ui/layout/responsive.tsx'

type ComparisonTableProps = {
  groups: readonly ComparedGroup[]
  enrolment: Omit<EnrolmentContext, 'course'>
  onRemove: (group: string) => void
}

/** One column per group. It scrolls sideways; the names of the attributes stay. */
export function ComparisonTable(props: ComparisonTableProps) {
  const { t } = useLingui()
  const parts = { ...props, aspects: useAspects(props.groups, props.enrolment) }
  return (
    <Card as="div" padding="flush">
      <section
        aria-label={t`Сравнение групп`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls is reached by the keyboard
        tabIndex={0}
        style={{ '--groups': props.groups.length } as CSSProperties}
        className="overflow-x-auto rounded-lg print:overflow-visible"
      >
        <Responsive from="md" narrow={<NarrowTable {...parts} />} wide={<WideTable {...parts} />} />
      </section>
    </Card>
  )
}

type TableParts = ComparisonTableProps & { aspects: readonly Aspect[] }

const tableClasses = 'w-full table-fixed border-collapse text-left break-words print:min-w-0'

/** One row per attribute, beside its name. */
function WideTable({ groups, aspects, onRemove }: TableParts) {
  const { t } = useLingui()
  return (
    <table className={`${tableClasses} min-w-[calc(168px+var(--groups)*200px)]`}>
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
              <AspectName aspect={aspect} groups={groups} />
            </th>
            <ComparedValues aspect={aspect} groups={groups} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** On a phone the name of an attribute is above its row, so that two groups are seen at once. */
function NarrowTable({ groups, aspects, onRemove }: TableParts) {
  const { t } = useLingui()
  return (
    <table className={`${tableClasses} min-w-[calc(var(--groups)*160px)]`}>
      <caption className="sr-only">{t`Сравнение групп`}</caption>
      <thead>
        <tr className="align-top">
          {groups.map((group) => (
            <GroupHeader key={group.groupUuid} group={group} onRemove={onRemove} />
          ))}
        </tr>
      </thead>
      {aspects.map((aspect) => (
        <tbody key={aspect.key} className="border-b border-line-soft last:border-b-0">
          <tr>
            <th scope="rowgroup" colSpan={groups.length} className="px-sm pt-xs text-xs font-normal text-ink-muted">
              <span className="sticky left-sm">
                <AspectName aspect={aspect} groups={groups} />
              </span>
            </th>
          </tr>
          <tr className="align-top">
            <ComparedValues aspect={aspect} groups={groups} />
          </tr>
        </tbody>
      ))}
    </table>
  )
}

const nameClasses =
  'sticky left-0 z-sticky w-[168px] border-r border-line-soft bg-surface py-sm pr-xs pl-lg text-sm font-normal text-ink-muted print:static'
const valueClasses = 'px-sm pb-sm max-md:pt-xxs max-md:text-sm md:px-base md:pt-sm'

type AspectProps = { aspect: Aspect; groups: readonly ComparedGroup[] }

function AspectName({ aspect, groups }: AspectProps) {
  return (
    <>
      {aspect.title}
      {isDifferent(aspect, groups) && (
        <span className="sr-only">
          <Trans>, отличается</Trans>
        </span>
      )}
    </>
  )
}

function ComparedValues({ aspect, groups }: AspectProps) {
  return groups.map((group) => (
    <td key={group.groupUuid} className={valueClasses}>
      <ComparedValue aspect={aspect} group={group} groups={groups} />
    </td>
  ))
}

type GroupHeaderProps = { group: ComparedGroup } & Pick<ComparisonTableProps, 'onRemove'>

function GroupHeader({ group: { groupUuid, title, course, isOnSale }, onRemove }: GroupHeaderProps) {
  const { t } = useLingui()
  return (
    <th scope="col" className={`${valueClasses} border-b border-line-soft font-normal max-md:pt-xs`}>
      <div className="flex items-start justify-between gap-xxs max-md:flex-col-reverse">
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
        <div className="-mt-xs -mr-xs shrink-0 max-md:self-end">
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

type ComparedValueProps = AspectProps & { group: ComparedGroup }

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
      key: 'lesson-price',
      title: t`Цена занятия`,
      of: (group) => {
        const price = lessonPriceOf(group)
        return price === null ? <NoValue>{t`занятий больше нет`}</NoValue> : money(price)
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
