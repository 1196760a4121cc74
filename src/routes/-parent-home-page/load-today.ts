import {
  basketsQuery,
  checkoutMethodsQuery,
  checkoutsQuery,
  contractsQuery,
  courseWaitingListsQuery,
} from '#src/api/contracts.ts'
import { eventsQuery } from '#src/api/events.ts'
import { ownGradeBooksQuery } from '#src/api/grade-book.ts'
import { childrenQuery } from '#src/api/profile.ts'
import { homeworkQuery, progressOverviewQuery } from '#src/api/progress.ts'
import { groupTransfersQuery, groupWaitingListsQuery, scheduleQuery, ticketsQuery } from '#src/api/schedule.ts'
import { taxDeductionQuery } from '#src/api/tax.ts'
import { teacherDayQuery } from '#src/api/teaching.ts'
import { newMarksQuery, scheduleChangesQuery } from '#src/api/unseen.ts'
import { lastClosedYear, upcomingMonths } from '#src/domain/periods.ts'
import type { PageLoading } from '#src/routes/-query/load-page.ts'
import { homeworkMonday, isOfCollege } from './home-page-items.ts'

/** Queries of the page with the user's day; a failed block does not affect the rest of the page. */
export function loadToday({ group, roles, today, required, optional, ifOpen }: PageLoading): Promise<unknown>[] {
  const events = optional(eventsQuery())
  if (group === 'teacher') return [optional(teacherDayQuery()), optional(ticketsQuery()), events]
  if (group !== 'parent' && group !== 'student') return [events]
  return [
    ...(group === 'parent' ? [required(childrenQuery())] : []),
    ...(group === 'student' && isOfCollege(roles) ? [optional(ownGradeBooksQuery())] : []),
    ifOpen('schedule', () => [
      ...upcomingMonths(today).map((month) => optional(scheduleQuery(group, month))),
      optional(scheduleChangesQuery()),
      optional(groupTransfersQuery()),
    ]),
    ifOpen('homework', () => optional(homeworkQuery(homeworkMonday(today)))),
    ifOpen('grade-book', () => optional(newMarksQuery())),
    ...(group === 'parent'
      ? [
          ifOpen('learning-progress', () => optional(progressOverviewQuery())),
          ifOpen('tax-deduction', () => optional(taxDeductionQuery(lastClosedYear(today)))),
        ]
      : []),
    ifOpen('contracts-and-payments', () => [
      optional(contractsQuery()),
      optional(checkoutMethodsQuery()),
      optional(checkoutsQuery()),
    ]),
    ifOpen('purchase', () => [
      optional(basketsQuery()),
      optional(courseWaitingListsQuery()),
      optional(groupWaitingListsQuery()),
    ]),
    optional(ticketsQuery()),
    events,
  ]
}
