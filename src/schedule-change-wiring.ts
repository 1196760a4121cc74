import { fromCallback, fromPromise } from 'xstate'
import { screens } from '#contract/screens.ts'
import type { CallQuery } from './api/call-query.ts'
import { attempt, concernsSession, isDecided } from './api/failure.ts'
import { formatQueryString, parseQueryString } from './api/query-string.ts'
import { familyOf, groupMovesQuery, groupsQuery, movePreviewQuery, renewAfterMove } from './api/schedule.ts'
import type { FlowWorld } from './flow-wiring.ts'
import { createIntentions } from './intentions.ts'
import type { AddressChange, ChangePlace, ChosenGroup, Judgement, To } from './machines/change-places.ts'
import { scheduleChangeMachine } from './machines/schedule-change.ts'

const { address, search: readPlace } = screens['schedule-change']

/** The flow that the page of the change of group is made of; wired with that page. */
export function wireScheduleChange({ http, queryClient, session, history, notifications, report }: FlowWorld) {
  const family = () => familyOf(session().getSnapshot().context.roleGroup)
  const addressOf = ({ place }: To) => address + formatQueryString(place)
  const once = createIntentions()

  async function asOne<Answer>(intention: string, call: (idempotencyKey: string) => Promise<Answer>): Promise<void> {
    const { error } = await once(intention, call)
    if (error === null || isDecided(error)) await renew()
    if (error === null) return
    if (concernsSession(error)) report(error)
    throw { refusal: error.type }
  }

  /** What is on the screen is new once this ends. */
  async function renew(): Promise<void> {
    // A preview of what has just been done or refused is asked for only by whoever opens it anew.
    void queryClient.invalidateQueries({ queryKey: ['GET /v1/schedule/group/preview'], refetchType: 'none' })
    await Promise.all([renewAfterMove(queryClient), known({ ...groupMovesQuery(), staleTime: 0 })])
  }

  /** Null when it cannot be had: the step itself then says so. */
  function known<Answer>(query: CallQuery<Answer> & { staleTime?: number }): Promise<Answer | null> {
    return queryClient.fetchQuery(query).catch(() => null)
  }

  /** Leads to the last step that is to be had on the way to the one that an address names. */
  async function judge({ contract = '', territory = '', group = '', step }: ChangePlace): Promise<Judgement> {
    const sound = (place: ChangePlace): Judgement => ({ place, refusal: null })
    if (contract === '') return sound({})
    if (step === 'done') {
      const moves = await known(groupMovesQuery())
      const isThere = moves === null || moves.some(({ contractUuid }) => contractUuid === contract)
      return isThere ? sound({ contract, step }) : { place: {}, refusal: 'not-found' }
    }
    const groups = await known(groupsQuery(family()))
    const present = groups?.find(({ contractUuid }) => contractUuid === contract)
    if (groups !== null && !present?.canChange)
      return { place: {}, refusal: present === undefined ? 'not-found' : 'move-refused' }
    const chosen = { contract, ...(territory && { territory }) }
    if (territory && present && !present.territories.some(({ uuid }) => uuid === territory))
      return { place: { contract }, refusal: 'not-found' }
    if (group === '') return sound(chosen)
    const preview = movePreviewQuery({ contractUuid: contract, groupUuid: group })
    const { error } = await attempt(queryClient.fetchQuery(preview))
    if (error !== null && isDecided(error) && !concernsSession(error)) return { place: chosen, refusal: error.type }
    return sound({ ...chosen, group, ...(step && { step }) })
  }

  return scheduleChangeMachine.provide({
    actors: {
      followAddress: fromCallback<AddressChange>(({ sendBack }) => {
        const tell = () => {
          const { pathname, search } = history().location
          if (pathname.replace(/\/$/, '') !== address) return
          sendBack({ type: 'address.changed', place: readPlace(parseQueryString(search)) })
        }
        tell()
        return history().subscribe(tell)
      }),
      judge: fromPromise<Judgement, ChangePlace>(({ input }) => judge(input)),
      changeGroup: fromPromise<void, ChosenGroup>(async ({ input: { contract, group }, signal }) => {
        const body = { contractUuid: contract, groupUuid: group }
        await asOne(`change ${contract} ${group}`, (idempotencyKey) =>
          family() === 'parent'
            ? http('POST /v1/parent/children/schedule/groups/change', { body, idempotencyKey })
            : http('POST /v1/student/schedule/groups/change', { body, idempotencyKey }),
        )
        // Whoever has left the page meanwhile hears of it all the same.
        if (signal.aborted) notifications.send({ type: 'notification.show', kind: 'groupMoved', tone: 'success' })
      }),
      joinQueue: fromPromise<void, ChosenGroup>(({ input: { contract, group } }) => {
        const body = { contractUuid: contract, groupUuid: group }
        return asOne(`join ${contract} ${group}`, (idempotencyKey) =>
          http('POST /v1/schedule/group/queue/join', { body, idempotencyKey }),
        )
      }),
    },
    actions: {
      show: (_, to) => history().push(addressOf(to), { openedHere: true }),
      showInstead: (_, to) => history().replace(addressOf(to)),
      goBack: (_, to) => (history().location.state.openedHere ? history().back() : history().replace(addressOf(to))),
    },
  })
}
