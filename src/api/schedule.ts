import type { RoleGroup } from '#contract/roles.ts'
import { callQuery, offlineQuery } from './call-query.ts'

/** Whose data a call reads: that of the user's children (`parent`) or of the user (`student`). */
export type ViewerRoleGroup = Extract<RoleGroup, 'parent' | 'student'>

/** Whose calls serve a role group. A visitor uses those of a student: the 401 starts sign-in. */
export function viewerRoleGroupOf(group: RoleGroup | null): ViewerRoleGroup {
  return group === 'parent' ? 'parent' : 'student'
}

/** The calendar subscription, without its URL. */
export const feedQuery = () => callQuery('GET /v1/schedule/feed-link')

/** The schedule of the month of `day` (YYYY-MM-DD). */
export const scheduleQuery = (group: ViewerRoleGroup, day: string) =>
  group === 'parent'
    ? offlineQuery(callQuery('GET /v1/parent/children/schedule/list', { query: { month_date: day } }), 'schedule')
    : offlineQuery(callQuery('GET /v1/student/schedule/list', { query: { month_date: day } }), 'schedule')

/** Present groups of the user or of the user's children. */
export const groupsQuery = (group: ViewerRoleGroup) =>
  group === 'parent'
    ? offlineQuery(callQuery('GET /v1/parent/children/schedule/groups/list'))
    : offlineQuery(callQuery('GET /v1/student/schedule/groups/list'))

/** Groups of all territories that a contract may be transferred to. */
export const availableGroupsQuery = (group: ViewerRoleGroup, query: { contractUuid: string }) =>
  group === 'parent'
    ? callQuery('GET /v1/parent/children/schedule/groups/to-change', { query })
    : callQuery('GET /v1/student/schedule/groups/to-change', { query })

export const groupTransfersQuery = () => offlineQuery(callQuery('GET /v1/schedule/group/transfer/list'))

/** Waiting lists that a contract may join; without a contract, those the family waits in. */
export const groupWaitingListsQuery = (query: { contractUuid?: string } = {}) =>
  offlineQuery(callQuery('GET /v1/schedule/group/waiting-list/list', { query }))

export const transferPreviewQuery = (query: { contractUuid: string; groupUuid: string }) =>
  offlineQuery(callQuery('GET /v1/schedule/group/preview', { query }))

/** Tickets of the user. */
export const ticketsQuery = () => offlineQuery(callQuery('GET /v1/schedule/ticket/list', { query: {} }), 'messages')

/** Teachers to whom the user may write. */
export const ticketRecipientsQuery = () => callQuery('GET /v1/schedule/ticket/recipient/list')

/** Tickets of the user that have all words of a search. */
export const foundTicketsQuery = (search: string) => callQuery('GET /v1/schedule/ticket/list', { query: { search } })

/** A ticket of the user with its answers and replies. */
export const ticketConversationQuery = (id: string) =>
  offlineQuery(callQuery('GET /v1/schedule/ticket/{id}', { params: { id } }))

/** Reported absences of the family. */
export const absencesQuery = () => offlineQuery(callQuery('GET /v1/schedule/absence/list'))
