import { type BankLineState, type WorkQueue, workQueues } from '#contract/enumerations.ts'
import type { InvitedPeople } from '#contract/people/account-control.ts'
import type { PendingWork } from '#contract/people/school-work.ts'
import type { AdminPanelSearch } from '#contract/screen-search.ts'
import { callInfiniteQuery } from './call-infinite-query.ts'
import { callQuery, offlineQuery, optionalQuery } from './call-query.ts'

/** The part of the audit log that the overview leads to. */
export const refusedSignInAudit = { tab: 'audit', filter: { kind: 'sign-in', outcome: 'refused' } } as const

/** Query of the user list. */
export function userFilterOf({ search, filter = {} }: AdminPanelSearch) {
  return { search, group: filter.group, status: filter.status }
}

/** Query of the audit log. */
export function auditFilterOf({ search, filter = {} }: AdminPanelSearch) {
  const { outcome, reason, actor, subject, from, to } = filter
  const kind = shownAuditKind({ search, filter })
  return { search, kind: kind === 'all' ? undefined : kind, outcome, reason, actor, subject, from, to }
}

/** What of the log is shown: all of what is about a person, a typed text or a reason, else what is no sign-in. */
export function shownAuditKind({ search, filter = {} }: AdminPanelSearch) {
  const { kind, reason, actor, subject } = filter
  return kind ?? (search || reason || actor || subject ? 'all' : 'except-sign-ins')
}

/** Query of the ticket queue. */
export function ticketFilterOf({ search, filter = {} }: AdminPanelSearch) {
  const { state, topic, assignee, overdue, person } = filter
  return { search, state, topic, assignee, overdue, person }
}

export const usersQuery = (shown: AdminPanelSearch) =>
  callInfiniteQuery('GET /v1/admin/user/list', { query: userFilterOf(shown) })

export const userQuery = (id: string) => callQuery('GET /v1/admin/user/{id}', { params: { id } })

/** What joining two accounts would move now; never an earlier answer. */
export const joinPreviewQuery = (id: string, other: string) => ({
  ...optionalQuery(callQuery('GET /v1/admin/user/{id}/join/preview', { params: { id }, query: { other } })),
  staleTime: 0,
  gcTime: 0,
})

/** A part of the card: its failure is shown there. */
export const paidCheckoutsQuery = (id: string) =>
  optionalQuery(callQuery('GET /v1/admin/user/{id}/checkout/list', { params: { id } }))

export const userPairingCodesQuery = (id: string) =>
  optionalQuery(callQuery('GET /v1/admin/user/{id}/pairing-code/list', { params: { id } }))

export const userAutopaysQuery = (id: string) =>
  optionalQuery(callQuery('GET /v1/admin/user/{id}/autopay/list', { params: { id } }))

/** Contracts of a customer that can be terminated, are being terminated or were. */
export const userTerminationsQuery = (id: string) =>
  optionalQuery(callQuery('GET /v1/admin/user/{id}/termination/list', { params: { id } }))

/** What a termination would return now; never an earlier answer. An empty day is today. */
export const staffTerminationPreviewQuery = (contractId: string, lastDay: string) => ({
  ...optionalQuery(
    callQuery('GET /v1/admin/contract/{contractId}/termination/preview', {
      params: { contractId },
      query: lastDay ? { lastDay } : {},
    }),
  ),
  staleTime: 0,
})

/** A contract as the staff sees it. */
export const contractCardQuery = (contractId: string) =>
  callQuery('GET /v1/admin/contract/{contractId}', { params: { contractId } })

/** What a refund would change now; never an earlier answer. */
export const refundPreviewQuery = (checkoutId: string, amount: number) => ({
  ...optionalQuery(
    callQuery('GET /v1/admin/checkout/{checkoutId}/refund/preview', { params: { checkoutId }, query: { amount } }),
  ),
  staleTime: 0,
  gcTime: 0,
})

/** A part of the card: its failure is shown there. */
export const userDeliveriesQuery = (id: string) =>
  optionalQuery(callQuery('GET /v1/admin/user/{id}/delivery/list', { params: { id } }))

export const auditQuery = (shown: AdminPanelSearch) =>
  callInfiniteQuery('GET /v1/admin/audit/list', { query: auditFilterOf(shown) })

export const signInFailuresQuery = () => callQuery('GET /v1/admin/sign-in-failure/list')

/** The text that a customer has signed and the school has not. */
export const countersignableQuery = (contractId: string) =>
  callQuery('GET /v1/admin/contract/{contractId}/signing', { params: { contractId } })

/** What waits for the school beside tickets. */
export const pendingWorkQuery = () => callQuery('GET /v1/admin/pending-work')

/** The queue that is shown if none is asked for: the first that is not empty. */
export const firstQueueOf = (work: PendingWork | undefined): WorkQueue => work?.queues[0]?.queue ?? workQueues[0]

/** The filter of a list of what is stuck: what the administrator has taken. */
export const takenOf = ({ filter }: Pick<AdminPanelSearch, 'filter'>) =>
  filter?.assignee === 'own' ? ({ mine: 'yes' } as const) : {}

/** A list of what is stuck. */
export const workQueueQuery = (queue: WorkQueue, search: Pick<AdminPanelSearch, 'filter'>) =>
  callInfiniteQuery('GET /v1/admin/work-queue/{queue}/list', { params: { queue }, query: takenOf(search) })

/** A request about personal data; its failure is shown in the dialog. */
export const dataRequestQuery = (id: string) =>
  optionalQuery(callQuery('GET /v1/admin/data-request/{id}', { params: { id } }))

export const contractSearchQuery = (search: string) => callQuery('GET /v1/admin/contract/search', { query: { search } })

export const unmappedRolesQuery = () => callQuery('GET /v1/admin/unmapped-role/list')

export const visitsQuery = () => offlineQuery(callQuery('GET /v1/profile/visit/list'))

/** The queue of the ticket desk. */
export const ticketQueueQuery = (shown: AdminPanelSearch) =>
  callInfiniteQuery('GET /v1/admin/ticket/queue', { query: ticketFilterOf(shown) })

export const deskTicketQuery = (id: string) => callQuery('GET /v1/admin/ticket/{id}', { params: { id } })

export const responseTimesQuery = () => callQuery('GET /v1/admin/ticket/response-time/list')

export const ticketAssigneesQuery = () => callQuery('GET /v1/admin/ticket/assignee/list')

export const serviceAccountsQuery = () => callQuery('GET /v1/admin/service-account/list')

export const webhooksQuery = () => callQuery('GET /v1/admin/webhook/list')

export const webhookDeliveriesQuery = (id: string) =>
  callInfiniteQuery('GET /v1/admin/webhook/{id}/delivery/list', { params: { id }, query: {} })

/** Reported absences of today and later. */
export const reportedAbsencesQuery = () => callInfiniteQuery('GET /v1/admin/absence/list', { query: {} })

export const bankLinesQuery = (state: BankLineState) =>
  callInfiniteQuery('GET /v1/admin/bank-line/list', { query: { state } })

export const importsQuery = () => callInfiniteQuery('GET /v1/admin/import/list', { query: {} })

export const importQuery = (id: string) => callQuery('GET /v1/admin/import/{id}', { params: { id } })

/** News of the school, also those that are not published. */
export const editedNewsQuery = () => callInfiniteQuery('GET /v1/admin/news/list', { query: {} })

export const newsAudiencesQuery = () => callQuery('GET /v1/admin/news/audience/list')

/** Whom an invitation to many would reach now; never an earlier number. */
export const invitationPreviewQuery = (people: InvitedPeople) => ({
  ...callQuery('GET /v1/admin/invitation/preview', { query: people }),
  staleTime: 0,
  gcTime: 0,
})
