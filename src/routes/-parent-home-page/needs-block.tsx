import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { optionalQuery } from '#src/api/call-query.ts'
import { basketsQuery, contractsQuery, courseWaitingListsQuery } from '#src/api/contracts.ts'
import { homeworkQuery, progressOverviewQuery } from '#src/api/progress.ts'
import { groupWaitingListsQuery, ticketsQuery } from '#src/api/schedule.ts'
import { homeworkToDo } from '#src/domain/homework.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { EmptyBlock, HomeBlock, MissingParts } from '#src/routes/-flow/home/home-block.tsx'
import { HomeList } from '#src/routes/-flow/home/home-list.tsx'
import { useNow, useSchoolNow } from '#src/routes/-query/use-now.ts'
import { useSessionSelector } from '#src/routes/-query/use-session.ts'
import { useUpcomingEntries } from '#src/routes/-query/use-upcoming-entries.ts'
import { homeworkMonday } from './home-page-items.ts'
import { NeedRow } from './need-row.tsx'
import { needsOf } from './needs.ts'

const maxNeeds = 5

/** What waits for the person, by deadline: one list with one press a row. Each of its queries may fail alone. */
export function NeedsBlock() {
  const dates = useDates()
  const now = useNow()
  const contracts = useQuery(optionalQuery(contractsQuery()))
  const groups = useQuery(optionalQuery(groupWaitingListsQuery()))
  const courses = useQuery(optionalQuery(courseWaitingListsQuery()))
  const baskets = useQuery(optionalQuery(basketsQuery()))
  const tickets = useQuery(optionalQuery(ticketsQuery()))
  const { entries } = useUpcomingEntries()
  const homework = useQuery(optionalQuery(homeworkQuery(homeworkMonday(useSchoolNow().today))))
  const isParent = useSessionSelector(({ context }) => context.roleGroup === 'parent')
  const hasEmail = useSessionSelector(({ context }) => context.user?.email != null)
  const { data: progress = [] } = useQuery({ ...optionalQuery(progressOverviewQuery()), enabled: isParent })
  const needs = needsOf(
    {
      contracts: contracts.data ?? [],
      groups: groups.data ?? [],
      courses: courses.data ?? [],
      baskets: baskets.data ?? [],
      tickets: tickets.data ?? [],
      entries,
      homework: homework.data ? homeworkToDo(homework.data) : [],
      progress,
      isEmailMissing: isParent && !hasEmail,
    },
    { now, dates, shown: maxNeeds },
  )
  const missing = [contracts, groups, courses, baskets, tickets, homework].filter(({ data }) => data === undefined)
  return (
    <HomeBlock title={<Trans>Нужно сделать</Trans>}>
      {needs.length > 0 && (
        <HomeList items={needs} keyOf={({ kind, key }) => `${kind} ${key}`} max={maxNeeds}>
          {(need) => <NeedRow need={need} />}
        </HomeList>
      )}
      {needs.length === 0 && missing.length === 0 && (
        <EmptyBlock icon="check">
          <Trans>Сейчас от вас ничего не требуется.</Trans>
        </EmptyBlock>
      )}
      <MissingParts parts={missing} isAlone={needs.length === 0} />
    </HomeBlock>
  )
}
