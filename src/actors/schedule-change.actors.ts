import type { QueryClient } from '@tanstack/react-query'
import type { WriteCall } from '#contract/call-changes.ts'
import { screens } from '#contract/screens.ts'
import { isDefinitive, isSessionError, toResult } from '#src/api/api-error.ts'
import type { CallQuery } from '#src/api/call-query.ts'
import { invalidateChangedBy } from '#src/api/query-cache.ts'
import { formatQueryString, parseQueryString } from '#src/api/query-string.ts'
import {
  groupsQuery,
  groupTransfersQuery,
  transferPreviewQuery,
  type ViewerRoleGroup,
  viewerRoleGroupOf,
} from '#src/api/schedule.ts'
import type {
  ChosenGroup,
  ScheduleChangeLocation,
  ScheduleChangeTarget,
  ScheduleChangeValidation,
} from '#src/machines/locations/schedule-change-location.ts'
import { scheduleChangeMachine } from '#src/machines/schedule-change.ts'
import { createIdempotencyKeys } from '#src/storage/idempotency-keys.ts'
import { addressActions, addressFollower, waitForOutcome } from './address-flow.ts'
import type { FlowDependencies } from './flow-dependencies.ts'
import { promiseActor, validatorActor } from './promise-actor.ts'

const { address, search: readSearch } = screens['schedule-change']

/** Actors and actions of the schedule change machine (transfer to another group). */
export function provideScheduleChange({
  http,
  queryClient,
  session,
  history,
  notifications,
  report,
}: FlowDependencies) {
  const roleGroup = () => viewerRoleGroupOf(session().getSnapshot().context.roleGroup)
  /** Keeps the filter and the tickets of the present address: they are no part of the flow. */
  const addressOf = ({ location }: ScheduleChangeTarget) => {
    const { filter, tickets } = readSearch(parseQueryString(history().location.search))
    return address + formatQueryString({ ...location, filter, tickets })
  }
  const { run: once } = createIdempotencyKeys()
  const validate = createValidator(queryClient, roleGroup)

  const runWithKey = <Answer>(
    call: WriteCall,
    intention: string,
    request: (idempotencyKey: string) => Promise<Answer>,
  ) => waitForOutcome(once(intention, request), { report, refresh: () => refresh(call) })

  /** Resolves after the queries on the screen are refreshed. */
  async function refresh(call: WriteCall): Promise<void> {
    // Active previews of the completed or refused transfer must not refetch.
    void queryClient.invalidateQueries({ queryKey: ['GET /v1/schedule/group/preview'], refetchType: 'none' })
    await Promise.all([
      invalidateChangedBy(queryClient, call),
      // The step itself shows the error of the query.
      queryClient.fetchQuery({ ...groupTransfersQuery(), staleTime: 0 }).catch(() => null),
    ])
  }

  return scheduleChangeMachine.provide({
    actors: {
      followAddress: addressFollower(history, (): ScheduleChangeLocation | null => {
        const { pathname, search } = history().location
        if (pathname.replace(/\/$/, '') !== address) return null
        const { filter: _, tickets: __, ...location } = readSearch(parseQueryString(search))
        return location
      }),
      validateLocation: validatorActor(validate),
      requestTransfer: promiseActor<void, ChosenGroup>(async ({ input: { contract, group }, signal }) => {
        const body = { contractUuid: contract, groupUuid: group }
        const call =
          roleGroup() === 'parent'
            ? 'POST /v1/parent/children/schedule/groups/change'
            : 'POST /v1/student/schedule/groups/change'
        await runWithKey(call, `change ${contract} ${group}`, (idempotencyKey) => http(call, { body, idempotencyKey }))
        // The page was left while the call was pending: show a toast instead.
        if (signal.aborted) notifications.send({ type: 'notification.show', kind: 'groupChanged', tone: 'success' })
      }),
      joinWaitingList: promiseActor<void, ChosenGroup>(async ({ input: { contract, group } }) => {
        const body = { contractUuid: contract, groupUuid: group }
        await runWithKey('POST /v1/schedule/group/waiting-list/join', `join ${contract} ${group}`, (idempotencyKey) =>
          http('POST /v1/schedule/group/waiting-list/join', { body, idempotencyKey }),
        )
      }),
    },
    actions: addressActions(history, { addressOf, isSameStep: () => false }),
  })
}

/** Finds the last reachable step on the way to the one that a URL names, and why the rest is not reachable. */
function createValidator(queryClient: QueryClient, roleGroup: () => ViewerRoleGroup) {
  /** Null when the query fails: the step itself shows the error. */
  function known<Answer>(query: CallQuery<Answer>): Promise<Answer | null> {
    return queryClient.fetchQuery(query).catch(() => null)
  }

  return async ({
    contract = '',
    territory = '',
    group = '',
    step,
  }: ScheduleChangeLocation): Promise<ScheduleChangeValidation> => {
    const valid = (location: ScheduleChangeLocation): ScheduleChangeValidation => ({ location, refusal: null })
    if (contract === '') return valid({})
    if (step === 'done') {
      const transfers = await known(groupTransfersQuery())
      const isThere = transfers === null || transfers.some(({ contractUuid }) => contractUuid === contract)
      return isThere ? valid({ contract, step }) : { location: {}, refusal: 'not-found' }
    }
    const groups = await known(groupsQuery(roleGroup()))
    const present = groups?.find(({ contractUuid }) => contractUuid === contract)
    if (groups !== null && !present?.canChange)
      return { location: {}, refusal: present === undefined ? 'not-found' : 'transfer-refused' }
    const chosen = { contract, ...(territory && { territory }) }
    if (territory && present && !present.territories.some(({ uuid }) => uuid === territory))
      return { location: { contract }, refusal: 'not-found' }
    if (group === '') return valid(chosen)
    const preview = transferPreviewQuery({ contractUuid: contract, groupUuid: group })
    const { error } = await toResult(queryClient.fetchQuery(preview))
    if (error !== null && isDefinitive(error) && !isSessionError(error))
      return { location: chosen, refusal: error.type }
    return valid({ ...chosen, group, ...(step && { step }) })
  }
}
