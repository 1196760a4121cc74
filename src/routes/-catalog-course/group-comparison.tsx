import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode, Ref } from 'react'
import { formatMoney } from '#src/i18n/numbers.ts'
import { PlacesBadge } from '#src/routes/-query/labels/badges.tsx'
import { type CourseGroup, useGroupFacts } from '#src/routes/-query/labels/course-group-facts.tsx'
import { NoValue } from '#src/ui/data/badge.tsx'
import { type Column, Table } from '#src/ui/data/table.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { Responsive } from '#src/ui/layout/responsive.tsx'
import { type EnrolmentContext, groupActionKind, useVisitorKind } from './enrolment-context.ts'
import { GroupAction } from './group-action.tsx'
import { GroupObstacles } from './group-obstacles.tsx'

type GroupComparisonProps = {
  groups: readonly CourseGroup[]
  enrolment: EnrolmentContext
  headingRef: Ref<HTMLHeadingElement>
  onClose: () => void
}

type Aspect = {
  key: string
  title: string
  of: (group: CourseGroup) => ReactNode
  /** What is compared; absent for rows whose values always belong to one group. */
  value?: (group: CourseGroup) => string | number
}

/** Compares groups: one row per attribute; on a phone the groups are stacked within each attribute. */
export function GroupComparison({ groups, enrolment, headingRef, onClose }: GroupComparisonProps) {
  const { t } = useLingui()
  const aspects = useAspects(groups, enrolment)
  const columns: Column<Aspect>[] = [
    { key: 'aspect', title: <Trans>Что сравниваем</Trans>, rowHeader: true, cell: ({ title }) => title },
    ...groups.map((group) => ({
      key: group.groupUuid,
      title: <span className="font-strong text-ink">{group.title}</span>,
      cell: (aspect: Aspect) => <ComparedValue aspect={aspect} group={group} groups={groups} />,
    })),
  ]
  return (
    <section className="flex flex-col gap-base">
      <div className="flex flex-wrap items-center justify-between gap-xs">
        <div className="min-w-0">
          <h2 ref={headingRef} tabIndex={-1} className="scroll-mt-(--sticky-top) text-xl focus-visible:outline-none">
            <Trans>Сравнение групп</Trans>
          </h2>
          <p className="text-sm text-ink-muted">
            <Trans>Выделено то, чем группы отличаются.</Trans>
          </p>
        </div>
        <Button variant="quiet" size="small" onClick={onClose}>
          <Trans>Закрыть сравнение</Trans>
        </Button>
      </div>
      <Card padding="flush">
        <Responsive
          from="md"
          narrow={<StackedComparison aspects={aspects} groups={groups} />}
          wide={<Table caption={t`Сравнение групп`} columns={columns} rows={aspects} rowKey={({ key }) => key} />}
        />
      </Card>
    </section>
  )
}

type ComparedValueProps = { aspect: Aspect; group: CourseGroup; groups: readonly CourseGroup[] }

/** A value that differs between the groups is marked; one that all groups share is muted. */
function ComparedValue({ aspect: { of, value }, group, groups }: ComparedValueProps) {
  if (value === undefined) return of(group)
  const isDifferent = new Set(groups.map(value)).size > 1
  return isDifferent ? (
    <mark className="-mx-xxs rounded-sm bg-surface-info px-xxs text-ink forced-colors:outline">{of(group)}</mark>
  ) : (
    <span className="text-ink-muted">{of(group)}</span>
  )
}

/** All groups of one attribute below each other, so that names and values get the whole width of a phone. */
function StackedComparison({ aspects, groups }: { aspects: readonly Aspect[]; groups: readonly CourseGroup[] }) {
  return (
    <div className="divide-y divide-line-soft">
      {aspects.map((aspect) => (
        <section key={aspect.key} className="p-base">
          <h3 className="mb-xs">{aspect.title}</h3>
          <dl className="flex flex-col gap-xs">
            {groups.map((group) => (
              <div key={group.groupUuid}>
                <dt className="text-sm text-ink-muted">{group.title}</dt>
                <dd>
                  <ComparedValue aspect={aspect} group={group} groups={groups} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}

function useAspects(groups: readonly CourseGroup[], enrolment: EnrolmentContext): Aspect[] {
  const { t, i18n } = useLingui()
  const { times, place: placeWords, days } = useGroupFacts()
  const { student } = enrolment
  const visitor = useVisitorKind()
  const canAct = groups.some((group) => groupActionKind(group, enrolment, visitor) !== null)
  return [
    {
      key: 'times',
      title: t`Дни и время`,
      of: (group) => times(group).join('; '),
      value: (group) => times(group).join(),
    },
    { key: 'place', title: t`Где`, of: placeWords, value: placeWords },
    {
      key: 'teacher',
      title: t`Преподаватель`,
      of: ({ teacher }) => teacher ?? <NoValue>{t`пока не назначен`}</NoValue>,
      value: ({ teacher }) => teacher ?? '',
    },
    { key: 'days', title: t`Срок`, of: days, value: days },
    {
      key: 'places',
      title: t`Места`,
      of: ({ placesLeft, waiting }) => <PlacesBadge left={placesLeft} waiting={waiting} />,
    },
    {
      key: 'price',
      title: t`Цена`,
      of: ({ price }) => <span className="font-strong tabular-nums">{formatMoney(price, i18n.locale)}</span>,
      value: ({ price }) => price,
    },
    ...(student === undefined
      ? []
      : [
          {
            key: 'eligibility',
            title: t`Что мешает: ${student.firstName}`,
            of: ({ groupUuid }: CourseGroup) => (
              <GroupObstacles group={groupUuid} enrolment={enrolment} otherwise={t`ничего`} />
            ),
          },
        ]),
    // Without an action in any group the row would be empty.
    ...(canAct
      ? [
          {
            key: 'choice',
            title: t`Запись`,
            of: (group: CourseGroup) => <GroupAction group={group} enrolment={enrolment} isCompact />,
          },
        ]
      : []),
  ]
}
