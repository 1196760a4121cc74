import type { QueryClient } from '@tanstack/react-query'
import type { RoleGroup } from '#contract/roles.ts'
import { type CallKey, callQuery } from './call-query.ts'

/** The groups that have a schedule of their own (D-8). */
export type ScheduleGroup = Extract<RoleGroup, 'parent' | 'student'>

/** The family of calls that serves a role group (D-8). A visitor asks as a student: the 401 is what leads to sign-in (D-6). */
export function familyOf(group: RoleGroup | null): ScheduleGroup {
  return group === 'parent' ? 'parent' : 'student'
}

/** The subscription, without its address. */
export const feedQuery = () => callQuery('GET /v1/schedule/feed-link')

/** The calendar sheet that holds `day` (YYYY-MM-DD, D-23); which family of calls follows the role group (D-8). */
export const scheduleQuery = (group: ScheduleGroup, day: string) =>
  group === 'parent'
    ? callQuery('GET /v1/parent/children/schedule/list', { query: { month_date: day } })
    : callQuery('GET /v1/student/schedule/list', { query: { month_date: day } })

/** The groups that the person, or the person's children, are in now. */
export const groupsQuery = (group: ScheduleGroup) =>
  group === 'parent'
    ? callQuery('GET /v1/parent/children/schedule/groups/list')
    : callQuery('GET /v1/student/schedule/groups/list')

/** The groups that a contract may move to in a territory. */
export const groupsToChangeQuery = (group: ScheduleGroup, query: { contractUuid: string; territoryUuid: string }) =>
  group === 'parent'
    ? callQuery('GET /v1/parent/children/schedule/groups/to-change', { query })
    : callQuery('GET /v1/student/schedule/groups/to-change', { query })

export const groupMovesQuery = () => callQuery('GET /v1/schedule/group/move/list')

/** The waiting lists that a contract may join; without a contract those that somebody of the family waits in. */
export const groupQueuesQuery = (query: { contractUuid?: string } = {}) =>
  callQuery('GET /v1/schedule/group/queue/list', { query })

export const movePreviewQuery = (query: { contractUuid: string; groupUuid: string }) =>
  callQuery('GET /v1/schedule/group/preview', { query })

/** Keys of all that a move, or a place in a line, changes: whatever was asked for. */
const changedByMove: readonly CallKey[] = [
  ['GET /v1/parent/children/schedule/list'],
  ['GET /v1/student/schedule/list'],
  ['GET /v1/parent/children/schedule/groups/list'],
  ['GET /v1/student/schedule/groups/list'],
  ['GET /v1/parent/children/schedule/groups/to-change'],
  ['GET /v1/student/schedule/groups/to-change'],
  ['GET /v1/schedule/group/queue/list'],
  ['GET /v1/schedule/group/move/list'],
  ['GET /v1/profile/contract/list'],
  ['GET /v1/profile/contract/{contractId}/history'],
]

/** Ends when what is on the screen has been asked for anew. */
export async function renewAfterMove(queryClient: QueryClient): Promise<void> {
  await Promise.all(changedByMove.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}
