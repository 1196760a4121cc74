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
import { useMoment, useNow } from '#src/routes/-frame/use-moment.ts'
import { calendarOf } from '#src/school/calendar.ts'
import { entriesMatching, entriesOf } from '#src/school/entries.ts'
import { nextOf } from '#src/school/next-entry.ts'
import { buttonClasses } from '#src/ui/button-look.ts'
import { Card } from '#src/ui/card.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { SkeletonCards } from '#src/ui/skeleton.tsx'
import { alone, Block } from './block.tsx'
import { ChildCard } from './child-card.tsx'
import { daysAhead, lastDayInSight } from './days-ahead.ts'

/** Today and tomorrow of every child, side by side. */
export function ScheduleBlock() {
  return (
    <Block
      title={<Trans>Сегодня и завтра</Trans>}
      link={
        <ScreenLink to="/schedule">
          <Trans>Всё расписание</Trans>
        </ScreenLink>
      }
    >
      <Loaded
        query={childrenQuery()}
        skeleton={<SkeletonCards count={1} />}
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
  const { data: later } = useQuery({ ...alone(scheduleQuery('parent', nextMonth)), enabled: nextMonth !== thisMonth })
  return (
    <Loaded query={alone(scheduleQuery('parent', thisMonth))} skeleton={<SkeletonCards count={1} />}>
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
  const now = useNow()
  const entries = useMemo(() => entriesOf(later === undefined ? items : [...items, ...later]), [items, later])
  const cards = useMemo(
    () =>
      people.map((child) => {
        const own = entriesMatching(entries, { child: child.uuid })
        return { child, own, ahead: daysAhead(calendarOf(own, { dates, i18n, tags: new Map() }), today) }
      }),
    [people, entries, dates, i18n, today],
  )
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,320px),1fr))] gap-base">
      {cards.map(({ child, own, ahead }) => (
        <ChildCard key={child.uuid} child={child} ahead={ahead} next={nextOf(own, now)} today={today} />
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
