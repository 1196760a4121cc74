import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { memo, useMemo, useState } from 'react'
import type { ScheduleView } from '#contract/enumerations.ts'
import { monthOf } from '#contract/screens.ts'
import { childrenQuery } from '#src/api/profile.ts'
import { type ScheduleGroup, scheduleChangesQuery, scheduleQuery } from '#src/api/schedule.ts'
import { Loaded } from '#src/routes/-frame/loaded.tsx'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { useMoment } from '#src/routes/-frame/use-moment.ts'
import { useSessionSelector } from '#src/routes/-frame/use-session.ts'
import { changesOf } from '#src/school/changes.ts'
import { tagsOf } from '#src/school/children.ts'
import { Button } from '#src/ui/button.tsx'
import { classes } from '#src/ui/classes.ts'
import { Notice } from '#src/ui/notice.tsx'
import { ChangesPanel } from './changes-panel.tsx'
import { Filters, FiltersButton } from './filters.tsx'
import { stepFrom } from './period.ts'
import { Sheet } from './sheet.tsx'
import { SheetSkeleton } from './sheet-skeleton.tsx'
import { Toolbar } from './toolbar.tsx'
import { useLayers } from './use-layers.ts'

/** The schedule of the person or of the person's children (D-8); all that was chosen is in the address (D-18). */
export function Schedule({ family }: { family: ScheduleGroup }) {
  const { t } = useLingui()
  const { search } = useAddress('schedule')
  const { today } = useMoment()
  const { view, date = today } = search
  const { query, shown, isCatchingUp } = useSheet(family, date)
  const changes = useChanges()
  const { data: children } = useQuery({ ...childrenQuery(), enabled: family === 'parent' })
  const people = useMemo(() => (children !== undefined && children.length > 1 ? children : []), [children])
  const tags = useMemo(() => tagsOf(people), [people])
  const { layers, retry } = useLayers(tags, today)
  return (
    <>
      <Toolbar view={view} date={date} today={today} busy={isCatchingUp} filters={<FiltersButton people={people} />} />
      <Filters people={people} isFamily={family === 'parent'} />
      {retry && (
        <div className="mb-base">
          <Notice
            tone="warning"
            title={t`Платежи и мероприятия показаны не все`}
            action={
              <Button size="small" onClick={retry}>
                <Trans>Попробовать снова</Trans>
              </Button>
            }
          />
        </div>
      )}
      <div
        aria-busy={isCatchingUp}
        className={classes('transition-opacity', isCatchingUp && 'opacity-60 delay-200 print:opacity-100')}
      >
        <Loaded query={query} skeleton={<SheetSkeleton view={view} date={date} />}>
          {(items) => (
            <>
              <ChangesPanel changes={changes} tags={tags} />
              <Sheet
                items={items}
                view={view}
                date={shown}
                today={today}
                tags={tags}
                changes={changes}
                layers={layers}
                isStale={isCatchingUp}
              />
              <Neighbours family={family} view={view ?? 'month'} date={shown} today={today} />
            </>
          )}
        </Loaded>
      </div>
    </>
  )
}

/** What was moved and cancelled; a visitor has none, and without an answer nothing is known to have changed (D-39). */
function useChanges() {
  const isVisitor = useSessionSelector(({ context }) => context.user === null)
  const { data } = useQuery({ ...scheduleChangesQuery(), enabled: !isVisitor, meta: { optional: true } })
  return useMemo(() => changesOf(data ?? []), [data])
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

type NeighboursProps = { family: ScheduleGroup; view: ScheduleView; date: string; today: string }

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
