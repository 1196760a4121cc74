import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ScheduleItem } from '#contract/learning/schedule.ts'
import type { Child } from '#contract/schemas.ts'
import { optionalQuery } from '#src/api/call-query.ts'
import { childrenQuery } from '#src/api/profile.ts'
import { scheduleQuery } from '#src/api/schedule.ts'
import { calendarOf } from '#src/domain/calendar.ts'
import { sheetMonths } from '#src/domain/periods.ts'
import { filterEntries, mergeScheduleItems, nextEntryOf } from '#src/domain/schedule-entries.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { ButtonLink, ScreenLink } from '#src/routes/-flow/router-link.tsx'
import { QueryBoundary } from '#src/routes/-query/query-boundary.tsx'
import { useNow, useSchoolNow } from '#src/routes/-query/use-now.ts'
import { EmptyCard } from '#src/ui/feedback/empty-state.tsx'
import { SkeletonCards } from '#src/ui/feedback/skeleton.tsx'
import { ChildCard } from './child-card.tsx'
import { HomeBlock } from './home-block.tsx'
import { lastVisibleDay, upcomingDays } from './home-page-items.ts'

export function ScheduleBlock() {
  return (
    <HomeBlock
      title={<Trans>Сегодня и завтра</Trans>}
      link={
        <ScreenLink to="/schedule">
          <Trans>Всё расписание</Trans>
        </ScreenLink>
      }
    >
      <QueryBoundary
        query={childrenQuery()}
        skeleton={<SkeletonCards count={1} />}
        isEmpty={(children) => children.length === 0}
        empty={<NoChildren />}
      >
        {(children) => <ChildrenSchedules people={children} />}
      </QueryBoundary>
    </HomeBlock>
  )
}

/** A card for each child. The next month is loaded too if the sheet of this one ends before the last visible day. */
function ChildrenSchedules({ people }: { people: readonly Child[] }) {
  const { today } = useSchoolNow()
  const [thisMonth = today, nextMonth = thisMonth] = sheetMonths(today, lastVisibleDay(today))
  const { data: later } = useQuery({
    ...optionalQuery(scheduleQuery('parent', nextMonth)),
    enabled: nextMonth !== thisMonth,
  })
  return (
    <QueryBoundary query={optionalQuery(scheduleQuery('parent', thisMonth))} skeleton={<SkeletonCards count={1} />}>
      {(items) => <ChildCards people={people} items={items} later={later} today={today} />}
    </QueryBoundary>
  )
}

type ChildCardsProps = {
  people: readonly Child[]
  items: readonly ScheduleItem[]
  later: readonly ScheduleItem[] | undefined
  today: string
}

function ChildCards({ people, items, later, today }: ChildCardsProps) {
  const { i18n } = useLingui()
  const dates = useDates()
  const now = useNow()
  const entries = useMemo(() => mergeScheduleItems(later === undefined ? items : [...items, ...later]), [items, later])
  const cards = useMemo(
    () =>
      people.map((child) => {
        const own = filterEntries(entries, { child: child.uuid })
        return { child, own, ahead: upcomingDays(calendarOf(own, { dates, i18n, tags: new Map() }), today) }
      }),
    [people, entries, dates, i18n, today],
  )
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,320px),1fr))] gap-base">
      {cards.map(({ child, own, ahead }) => (
        <ChildCard key={child.uuid} child={child} ahead={ahead} next={nextEntryOf(own, now)} today={today} />
      ))}
    </div>
  )
}

function NoChildren() {
  return (
    <EmptyCard
      icon="profile"
      title={<Trans>Детей пока нет</Trans>}
      action={
        <ButtonLink to="/catalog">
          <Trans>Выбрать курс в каталоге</Trans>
        </ButtonLink>
      }
    >
      <Trans>Ребёнок и его расписание появятся здесь, когда вы заключите договор.</Trans>
    </EmptyCard>
  )
}
