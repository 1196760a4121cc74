import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { childrenQuery } from '#src/api/profile.ts'
import type { ScheduleGroup } from '#src/api/schedule.ts'
import { Loaded } from '#src/routes/-frame/loaded.tsx'
import { classes } from '#src/ui/classes.ts'
import { SkeletonCalendar } from '#src/ui/skeleton.tsx'
import { tagsOf } from './children.ts'
import { Filters } from './filters.tsx'
import { Neighbours } from './neighbours.tsx'
import { Sheet } from './sheet.tsx'
import { Toolbar } from './toolbar.tsx'
import { useMoment } from './use-moment.ts'
import { useSheet } from './use-sheet.ts'
import { ZoneNote } from './zone-note.tsx'

const route = getRouteApi('/schedule')

/** The schedule of the person or of the person's children (D-8); all that was chosen is in the address (D-18). */
export function Schedule({ family }: { family: ScheduleGroup }) {
  const { view = 'month', date } = route.useSearch()
  const { today } = useMoment()
  const wanted = date ?? today
  const { query, shown, isCatchingUp } = useSheet(family, wanted)
  const { data: children } = useQuery({ ...childrenQuery(), enabled: family === 'parent' })
  const people = children !== undefined && children.length > 1 ? children : null
  const tags = useMemo(() => tagsOf(people ?? []), [people])
  return (
    <>
      <Toolbar view={view} date={wanted} today={today} busy={isCatchingUp} />
      <Filters people={people ?? []} />
      <ZoneNote />
      <div
        aria-busy={isCatchingUp}
        className={classes('transition-opacity', isCatchingUp && 'opacity-60 delay-200 print:opacity-100')}
      >
        <Loaded query={query} skeleton={<SkeletonCalendar />}>
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
