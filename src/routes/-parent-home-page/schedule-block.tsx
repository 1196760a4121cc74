import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { ScheduleItem } from '#contract/schedule.ts'
import { monthOf } from '#contract/screens.ts'
import type { Child } from '#contract/shapes.ts'
import { childrenQuery } from '#src/api/profile.ts'
import { scheduleQuery } from '#src/api/schedule.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { Loaded } from '#src/routes/-frame/loaded.tsx'
import { ScreenLink } from '#src/routes/-frame/router-link.tsx'
import { useMoment } from '#src/routes/-frame/use-moment.ts'
import { calendarOf } from '#src/school/calendar.ts'
import { entriesMatching, entriesOf } from '#src/school/entries.ts'
import { buttonClasses } from '#src/ui/button-look.ts'
import { Card } from '#src/ui/card.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { SkeletonCards } from '#src/ui/skeleton.tsx'
import { Block } from './block.tsx'
import { ChildCard } from './child-card.tsx'
import { daysAhead, lastDayInSight } from './days-ahead.ts'

/** Today and the next days of every child. */
export function ScheduleBlock() {
  return (
    <Block
      title={<Trans>Ближайшие дни</Trans>}
      link={
        <ScreenLink to="/schedule">
          <Trans>Всё расписание</Trans>
        </ScreenLink>
      }
    >
      <Loaded
        query={childrenQuery()}
        skeleton={<SkeletonCards count={2} />}
        isEmpty={(children) => children.length === 0}
        empty={<NoChildren />}
      >
        {(children) => <ChildrenDays people={children} />}
      </Loaded>
    </Block>
  )
}

/** A card for each child. Near the end of a month the days to come are asked for from the next one too. */
function ChildrenDays({ people }: { people: readonly Child[] }) {
  const { today } = useMoment()
  const thisMonth = monthOf(today)
  const nextMonth = monthOf(lastDayInSight(today))
  const { data: later } = useQuery({ ...scheduleQuery('parent', nextMonth), enabled: nextMonth !== thisMonth })
  return (
    <Loaded query={scheduleQuery('parent', thisMonth)} skeleton={<SkeletonCards count={people.length} />}>
      {(items) => <Cards people={people} items={items} later={later} today={today} />}
    </Loaded>
  )
}

type CardsProps = {
  people: readonly Child[]
  items: readonly ScheduleItem[]
  later: readonly ScheduleItem[] | undefined
  today: string
}

function Cards({ people, items, later, today }: CardsProps) {
  const { i18n } = useLingui()
  const dates = useDates()
  const entries = useMemo(() => entriesOf(later === undefined ? items : [...items, ...later]), [items, later])
  const cards = useMemo(
    () =>
      people.map((child) => {
        const own = entriesMatching(entries, { child: child.uuid })
        return { child, ahead: daysAhead(calendarOf(own, { dates, i18n, tags: new Map() }), today) }
      }),
    [people, entries, dates, i18n, today],
  )
  return (
    <div className="flex flex-col gap-base">
      {cards.map(({ child, ahead }) => (
        <ChildCard key={child.uuid} child={child} ahead={ahead} today={today} />
      ))}
    </div>
  )
}

function NoChildren() {
  return (
    <Card>
      <EmptyState
        icon="profile"
        title={<Trans>Детей пока нет</Trans>}
        action={
          <Link to="/catalog" className={buttonClasses({ variant: 'secondary' })}>
            <Trans>Выбрать курс в каталоге</Trans>
          </Link>
        }
      >
        <Trans>Ребёнок и его расписание появятся здесь, когда вы заключите договор.</Trans>
      </EmptyState>
    </Card>
  )
}
