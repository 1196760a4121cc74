import { Trans } from '@lingui/react/macro'
import { WeekTimeFilter } from '#src/routes/-flow/filters/week-time-filter.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { EmptyCard } from '#src/ui/feedback/empty-state.tsx'
import { Button } from '#src/ui/forms/button.tsx'

/** The suitable times of the week, kept in the URL by both steps that list groups. */
export function useTimeFilter() {
  const { search, swap } = useScreenSearch('schedule-change')
  return { filter: search.filter, replace: (filter: typeof search.filter) => swap({ filter }) }
}

/** Filters the groups of a step by weekday and part of the day. */
export function TimeFilter() {
  const { filter = {}, replace } = useTimeFilter()
  return (
    <div className="flex flex-wrap gap-x-lg gap-y-sm">
      <WeekTimeFilter filter={filter} onChange={(change) => replace({ ...filter, ...change })} />
    </div>
  )
}

/** Shown instead of the groups if none suits. */
export function NoGroupSuits() {
  const { replace } = useTimeFilter()
  return (
    <EmptyCard
      icon="calendar"
      title={<Trans>В это время групп нет</Trans>}
      action={
        <Button onClick={() => replace(undefined)}>
          <Trans>Показать все группы</Trans>
        </Button>
      }
    >
      <Trans>Выберите другие дни или часы.</Trans>
    </EmptyCard>
  )
}
