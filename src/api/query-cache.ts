import type { QueryClient } from '@tanstack/react-query'
import { callChanges, type GetCall, type WriteCall } from '#contract/call-changes.ts'
import { ApiError, isUnreached } from './api-error.ts'
import { bannersQuery, footerQuery } from './content.ts'
import { configQuery, menuQuery } from './system.ts'

/** Invalidates the queries that a call has changed (`contract/call-changes.ts`); resolves when active ones are refetched. */
export async function invalidateChangedBy(queryClient: QueryClient, call: WriteCall): Promise<void> {
  await Promise.all(callChanges[call].map((changed) => queryClient.invalidateQueries({ queryKey: [changed] })))
}

export function isWriteCall(call: unknown): call is WriteCall {
  return typeof call === 'string' && call in callChanges
}

/** Invalidates what has changed elsewhere; with `all` everything but what is the same for all people. */
export async function invalidateCalls(queryClient: QueryClient, calls: readonly GetCall[] | 'all'): Promise<void> {
  await queryClient.invalidateQueries({
    predicate: ({ queryKey: [call] }) => (calls === 'all' ? !isPublic([call]) : calls.includes(call as GetCall)),
  })
}

/** Reads whose texts are in the language of the request. */
const translatedCalls: GetCall[] = [
  'GET /v1/system/menu',
  'GET /v1/content/footer',
  'GET /v1/content/banners/list',
  'GET /v1/profile/consent/list',
  'GET /v1/profile/notification/list',
  'GET /v1/profile/tax-deduction',
  'GET /v1/parent/children/schedule/groups/list',
  'GET /v1/student/schedule/groups/list',
  'GET /v1/admin/import/{id}',
]

/** After a change of the language. */
export function invalidateTranslated(queryClient: QueryClient): Promise<void> {
  return invalidateCalls(queryClient, translatedCalls)
}

/** When the newest data on the page were read, in milliseconds; null without data. */
export function newestDataOn(queryClient: QueryClient): number | null {
  const shown = queryClient
    .getQueryCache()
    .findAll({ type: 'active', predicate: ({ queryKey }) => !isPublic(queryKey) })
  const times = shown.flatMap(({ state }) => (state.data === undefined ? [] : state.dataUpdatedAt))
  return times.length === 0 ? null : Math.max(...times)
}

/** Refetches what is shown and failed without a connection, or is older than the connection's loss. */
export async function refetchUnreached(queryClient: QueryClient): Promise<void> {
  await queryClient.refetchQueries({
    type: 'active',
    predicate: (query) => isUnreached(query.state.error) || query.isStale(),
  })
}

/** Cancels and refetches the queries whose first request timed out. `refetch` alone would join the running retry. */
export async function refetchTimedOut(queryClient: QueryClient): Promise<void> {
  const silent = queryClient.getQueryCache().findAll({
    predicate: ({ state }) => state.data === undefined && state.fetchFailureReason?.type === 'timeout',
  })
  await Promise.all(silent.map((query) => query.cancel({ revert: true })))
  await queryClient.refetchQueries({ predicate: (query) => silent.includes(query) })
}

const publicCalls = [configQuery(), menuQuery(), footerQuery(), bannersQuery()].map(({ queryKey }) => queryKey[0])
const isPublic = ([call]: readonly unknown[]) => publicCalls.includes(String(call))

/** Reads of pages that visitors can open. Their answers are the same for all people. */
const visitorCalls: GetCall[] = [
  'GET /v1/catalog/course/list',
  'GET /v1/catalog/course/{id}',
  'GET /v1/catalog/group/list',
  'GET /v1/auth/not-me/{secret}',
  'GET /v1/contract-verification',
]

/**
 * Removes personal data from the cache when the session ends while the page stays. Active queries get a 401 error
 * instead of being removed: a removed active query would stay pending forever.
 */
export function clearPersonalData(queryClient: QueryClient): void {
  const cache = queryClient.getQueryCache()
  const personal = cache.findAll({
    predicate: ({ queryKey, state }) =>
      state.data !== undefined && !isPublic(queryKey) && !visitorCalls.includes(queryKey[0] as GetCall),
  })
  for (const query of personal) {
    if (query.isActive()) query.setState({ data: undefined, status: 'error', error: signInNeeded() })
    else cache.remove(query)
  }
}

/** Removes personal data that other rights have shown; what is on the screen is read again. */
export function forgetPersonalAnswers(queryClient: QueryClient): void {
  const isPersonal = ({ queryKey }: { queryKey: readonly unknown[] }) =>
    !isPublic(queryKey) && !visitorCalls.includes(queryKey[0] as GetCall)
  queryClient.removeQueries({ type: 'inactive', predicate: isPersonal })
  void queryClient.resetQueries({ type: 'active', predicate: isPersonal })
}

function signInNeeded(): ApiError {
  return new ApiError('unauthenticated', 401, null)
}
