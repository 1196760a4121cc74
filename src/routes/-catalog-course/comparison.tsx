import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode, Ref } from 'react'
import { formatMoney } from '#src/i18n/money.ts'
import { type CourseGroup, useGroupWords } from '#src/routes/-frame/course-group-facts.tsx'
import { PlacesBadge } from '#src/routes/-frame/places-badge.tsx'
import { Button } from '#src/ui/button.tsx'
import { ByWidth } from '#src/ui/by-width.tsx'
import { Card } from '#src/ui/card.tsx'
import { NoValue } from '#src/ui/no-value.tsx'
import { type Column, Table } from '#src/ui/table.tsx'
import { Against } from './against.tsx'
import type { Place } from './buyer.ts'
import { Choice } from './choice.tsx'

type ComparisonProps = {
  groups: readonly CourseGroup[]
  place: Place
  headingRef: Ref<HTMLHeadingElement>
  onClose: () => void
}

type Aspect = { key: string; title: string; of: (group: CourseGroup) => ReactNode }

/** Groups side by side, one aspect a line; on a phone one under the other within each aspect. */
export function Comparison({ groups, place, headingRef, onClose }: ComparisonProps) {
  const { t } = useLingui()
  const aspects = useAspects(place)
  const columns: Column<Aspect>[] = [
    { key: 'aspect', title: <Trans>Что сравниваем</Trans>, rowHeader: true, cell: ({ title }) => title },
    ...groups.map((group) => ({
      key: group.groupUuid,
      title: <span className="font-strong text-ink">{group.title}</span>,
      cell: ({ of }: Aspect) => of(group),
    })),
  ]
  return (
    <section className="flex flex-col gap-base">
      <div className="flex flex-wrap items-center justify-between gap-xs">
        <h2 ref={headingRef} tabIndex={-1} className="scroll-mt-(--frame-top) text-xl focus-visible:outline-none">
          <Trans>Сравнение групп</Trans>
        </h2>
        <Button variant="quiet" size="small" onClick={onClose}>
          <Trans>Закрыть сравнение</Trans>
        </Button>
      </div>
      <Card padding="flush">
        <ByWidth
          from="md"
          narrow={<Stacked aspects={aspects} groups={groups} />}
          wide={
            <Table
              caption={t`Сравнение групп`}
              captionHidden
              columns={columns}
              rows={aspects}
              rowKey={({ key }) => key}
            />
          }
        />
      </Card>
    </section>
  )
}

/** Of one aspect all groups under each other: names and values have the whole width of a phone. */
function Stacked({ aspects, groups }: { aspects: readonly Aspect[]; groups: readonly CourseGroup[] }) {
  return (
    <div className="divide-y divide-line-soft">
      {aspects.map(({ key, title, of }) => (
        <section key={key} className="p-base">
          <h3 className="mb-xs">{title}</h3>
          <dl className="flex flex-col gap-xs">
            {groups.map((group) => (
              <div key={group.groupUuid}>
                <dt className="text-sm text-ink-muted">{group.title}</dt>
                <dd>{of(group)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}

function useAspects(place: Place): Aspect[] {
  const { t, i18n } = useLingui()
  const { times, place: placeWords, days } = useGroupWords()
  const { student } = place
  return [
    { key: 'times', title: t`Дни и время`, of: (group) => times(group).join('; ') },
    { key: 'place', title: t`Где`, of: placeWords },
    {
      key: 'teacher',
      title: t`Преподаватель`,
      of: ({ teacher }) => teacher ?? <NoValue>{t`пока не назначен`}</NoValue>,
    },
    { key: 'days', title: t`Срок`, of: days },
    {
      key: 'places',
      title: t`Места`,
      of: ({ placesLeft, waiting }) => <PlacesBadge left={placesLeft} waiting={waiting} />,
    },
    {
      key: 'price',
      title: t`Цена`,
      of: ({ price }) => <span className="font-strong tabular-nums">{formatMoney(price, i18n.locale)}</span>,
    },
    ...(student === undefined
      ? []
      : [
          {
            key: 'standing',
            title: t`Что мешает: ${student.firstName}`,
            of: ({ groupUuid }: CourseGroup) => <Against group={groupUuid} place={place} otherwise={t`ничего`} />,
          },
        ]),
    { key: 'choice', title: t`Запись`, of: (group) => <Choice group={group} place={place} isBrief /> },
  ]
}
