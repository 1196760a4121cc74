import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { optionalQuery } from '#src/api/call-query.ts'
import {
  basketsQuery,
  checkoutMethodsQuery,
  checkoutsQuery,
  contractsQuery,
  courseWaitingListsQuery,
} from '#src/api/contracts.ts'
import { progressOverviewQuery } from '#src/api/progress.ts'
import { groupWaitingListsQuery, ticketsQuery } from '#src/api/schedule.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { ConsentNotice } from '#src/routes/-flow/home/consent-notice.tsx'
import { EmptyBlock, HomeBlock, MissingParts } from '#src/routes/-flow/home/home-block.tsx'
import { HomeList } from '#src/routes/-flow/home/home-list.tsx'
import { useIsImpersonating } from '#src/routes/-query/account-owner-only.tsx'
import { useQueryIfOpen } from '#src/routes/-query/use-is-closed.ts'
import { useNow } from '#src/routes/-query/use-now.ts'
import { useSessionSelector } from '#src/routes/-query/use-session.ts'
import { useUpcomingEntries } from '#src/routes/-query/use-upcoming-entries.ts'
import { SkeletonTable } from '#src/ui/feedback/skeleton.tsx'
import { CardChargeNote } from './card-charge-note.tsx'
import { NeedRow } from './need-row.tsx'
import { needsOf, phoneNeeds, shownOnPhone } from './needs.ts'
import { useHomeworkToDo } from './use-homework-to-do.ts'
import { useRetakes } from './use-retakes.ts'

const maxNeeds = 5

/** What waits for the person, by deadline: one list with one press a row. Each of its queries may fail alone. */
export function NeedsBlock() {
  const dates = useDates()
  const now = useNow()
  const contracts = useQueryIfOpen('contracts-and-payments', contractsQuery())
  const groups = useQueryIfOpen('purchase', groupWaitingListsQuery())
  const courses = useQueryIfOpen('purchase', courseWaitingListsQuery())
  const baskets = useQueryIfOpen('purchase', basketsQuery())
  const tickets = useQuery(optionalQuery(ticketsQuery()))
  const methods = useQueryIfOpen('contracts-and-payments', checkoutMethodsQuery())
  const checkouts = useQueryIfOpen('contracts-and-payments', checkoutsQuery())
  const schedule = useUpcomingEntries()
  const homework = useHomeworkToDo()
  const retakes = useRetakes()
  const isParent = useSessionSelector(({ context }) => context.roleGroup === 'parent')
  const hasEmail = useSessionSelector(({ context }) => context.user?.email != null)
  const unverified = useSessionSelector(({ context }) => context.user?.unverified) ?? []
  const isImpersonating = useIsImpersonating()
  const progress = useQueryIfOpen('learning-progress', progressOverviewQuery(), isParent)
  const required = [contracts, groups, courses, baskets, tickets, homework.result, retakes.result]
  // Rows that appear one by one would move the page below them.
  const isLoading = [...required, methods, checkouts, schedule.result, progress].some(
    (query) => query.isLoading && query.failureCount === 0,
  )
  const needs = needsOf(
    {
      contracts: contracts.data ?? [],
      notPayable: methods.data?.notPayable ?? [],
      checkouts: checkouts.data ?? [],
      groups: groups.data ?? [],
      courses: courses.data ?? [],
      baskets: baskets.data ?? [],
      tickets: tickets.data ?? [],
      entries: schedule.entries,
      homework: homework.tasks,
      progress: progress.data ?? [],
      retakes: retakes.retakes,
      isEmailMissing: isParent && !hasEmail,
      // Only the person himself can enter the code.
      unverified: isImpersonating ? [] : unverified,
    },
    { now, dates, shown: phoneNeeds },
  )
  const missing = required.filter(({ data, isEnabled }) => isEnabled && data === undefined)
  const title = <Trans>Нужно сделать</Trans>
  if (isLoading)
    return (
      <HomeBlock title={title}>
        <SkeletonTable rows={maxNeeds} columns={1} />
        <ConsentNotice />
      </HomeBlock>
    )
  return (
    <HomeBlock title={title}>
      {needs.length > 0 && (
        <HomeList
          items={needs}
          keyOf={({ kind, id }) => `${kind} ${id}`}
          max={maxNeeds}
          phoneMax={Math.min(shownOnPhone(needs, now, dates), maxNeeds)}
        >
          {(need) => <NeedRow need={need} />}
        </HomeList>
      )}
      {needs.length === 0 && missing.length === 0 && (
        <EmptyBlock icon="check">
          <Trans>Сейчас от вас ничего не требуется.</Trans>
        </EmptyBlock>
      )}
      {contracts.data && <CardChargeNote contracts={contracts.data} />}
      <MissingParts parts={missing} isAlone={needs.length === 0} />
      <ConsentNotice />
    </HomeBlock>
  )
}
