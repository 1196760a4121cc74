import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ScheduleItem } from '#contract/schedule.ts'
import type { Child } from '#contract/shapes.ts'
import { scheduleQuery } from '#src/api/schedule.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { Loaded } from '#src/routes/-frame/loaded.tsx'
import { entriesOf, filtered } from '#src/routes/-schedule/entries.ts'
import { monthOf } from '#src/routes/-schedule/month-of.ts'
import { toCalendar } from '#src/routes/-schedule/to-calendar.ts'
import { useMoment } from '#src/routes/-schedule/use-moment.ts'
import { SkeletonCards } from '#src/ui/skeleton.tsx'
import { ChildCard } from './child-card.tsx'
import { lastDayInSight, upcomingOf } from './upcoming.ts'

/** A card for each child. Near the end of a month the days to come are asked for from the next one too. */
export function ChildrenDays({ people }: { people: readonly Child[] }) {
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
        const own = filtered(entries, { child: child.uuid })
        return { child, upcoming: upcomingOf(toCalendar(own, { dates, i18n, tags: new Map() }), today) }
      }),
    [people, entries, dates, i18n, today],
  )
  return (
    <div className="flex flex-col gap-base">
      {cards.map(({ child, upcoming }) => (
        <ChildCard key={child.uuid} child={child} upcoming={upcoming} today={today} />
      ))}
    </div>
  )
}
