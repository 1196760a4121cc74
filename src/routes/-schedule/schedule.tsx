import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { memo, useMemo, useState } from 'react'
import type { CalendarView } from '#contract/enumerations.ts'
import { monthOf } from '#contract/screens.ts'
import { childrenQuery } from '#src/api/profile.ts'
import { type ScheduleGroup, scheduleQuery } from '#src/api/schedule.ts'
import { Loaded } from '#src/routes/-frame/loaded.tsx'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { useMoment } from '#src/routes/-frame/use-moment.ts'
import { tagsOf } from '#src/school/children.ts'
import { classes } from '#src/ui/classes.ts'
import { Filters } from './filters.tsx'
import { stepFrom } from './period.ts'
import { Sheet } from './sheet.tsx'
import { SheetSkeleton } from './sheet-skeleton.tsx'
import { Toolbar } from './toolbar.tsx'

/** The schedule of the person or of the person's children (D-8); all that was chosen is in the address (D-18). */
export function Schedule({ family }: { family: ScheduleGroup }) {
  const { search } = useAddress('schedule')
  const { today } = useMoment()
  const { view = 'month', date = today } = search
  const { query, shown, isCatchingUp } = useSheet(family, date)
  const { data: children } = useQuery({ ...childrenQuery(), enabled: family === 'parent' })
  const people = children !== undefined && children.length > 1 ? children : null
  const tags = useMemo(() => tagsOf(people ?? []), [people])
  return (
    <>
      <Toolbar view={view} date={date} today={today} busy={isCatchingUp} />
      <Filters people={people ?? []} />
      <div
        aria-busy={isCatchingUp}
        className={classes('transition-opacity', isCatchingUp && 'opacity-60 delay-200 print:opacity-100')}
      >
        <Loaded query={query} skeleton={<SheetSkeleton view={view} date={date} />}>
          {(items) => (
            <>
              <Sheet items={items} view={view} date={shown} today={today} tags={tags} isStale={isCatchingUp} />
              <Neighbours family={family} view={view} date={shown} today={today} />
            </>
          )}
        </Loaded>
      </div>
    </>
  )
}

/**
 * The schedule of the month that holds `date`. While a month that was never seen is loading, the sheet before it stays:
 * `shown` is then the date that the data belong to.
 */
function useSheet(family: ScheduleGroup, date: string) {
  const query = { ...scheduleQuery(family, monthOf(date)), placeholderData: keepPreviousData }
  const { isPlaceholderData } = useQuery(query)
  const [settled, settle] = useState(date)
  if (!isPlaceholderData && settled !== date) settle(date)
  return { query, shown: isPlaceholderData ? settled : date, isCatchingUp: isPlaceholderData }
}

type NeighboursProps = { family: ScheduleGroup; view: CalendarView; date: string; today: string }

/**
 * Asks for the periods before and after (D-39), once the sheet in view has arrived, so that it never waits for them.
 * Observed and not prefetched: a prefetch would ask while it draws, on the server too.
 */
const Neighbours = memo(function Neighbours({ family, view, date, today }: NeighboursProps) {
  const inBackground = { meta: { optional: true }, staleTime: Number.POSITIVE_INFINITY } as const
  useQuery({ ...scheduleQuery(family, monthOf(stepFrom(date, view, -1, today))), ...inBackground })
  useQuery({ ...scheduleQuery(family, monthOf(stepFrom(date, view, 1, today))), ...inBackground })
  return null
})
