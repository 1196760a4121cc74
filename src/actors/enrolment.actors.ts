import { fromCallback } from 'xstate'
import { isDefinitive, isSessionError } from '#src/api/api-error.ts'
import { invalidateChangedBy } from '#src/api/query-cache.ts'
import { onAppEvent } from '#src/app/window-events.ts'
import { type Enrolment, enrolmentMachine } from '#src/machines/enrolment.ts'
import { createIdempotencyKeys } from '#src/storage/idempotency-keys.ts'
import { type FlowDependencies, toFlowError } from './flow-dependencies.ts'
import { promiseActor } from './promise-actor.ts'

/** Actors and actions of the enrolment machine (programme 2035). */
export function provideEnrolment({ browser, http, queryClient, navigate, notifications, report }: FlowDependencies) {
  const { run: runWithKey } = createIdempotencyKeys()

  return enrolmentMachine.provide({
    actors: {
      enrol: promiseActor<{ location: string | null }, Enrolment>(async ({ input, signal }) => {
        const { campaign, opportunity, student, group } = input
        const body = { campaignUuid: campaign, opportunityUuid: opportunity, groupUuid: group, studentUuid: student }
        const { answer, error } = await runWithKey(JSON.stringify(input), (idempotencyKey) =>
          http('POST /v1/schedule/group/enroll', { body, idempotencyKey }),
        )
        if (error === null || isDefinitive(error))
          await invalidateChangedBy(queryClient, 'POST /v1/schedule/group/enroll')
        if (error !== null) {
          if (isSessionError(error)) report(error)
          throw toFlowError(error)
        }
        // The dialog was closed while the call was pending: show a toast instead.
        if (signal.aborted) notifications.send({ type: 'notification.show', kind: 'enrolled', tone: 'success' })
        return { location: answer.location }
      }),
      hearClose: fromCallback<{ type: 'modal.close' }>(({ sendBack }) =>
        onAppEvent(browser(), '2035-modal-close', () => sendBack({ type: 'modal.close' })),
      ),
    },
    actions: {
      openPurchase: (_, { location }) => {
        if (location !== null) navigate(location)
      },
    },
  })
}
