import { fromCallback, fromPromise } from 'xstate'
import { concernsSession, isDecided } from './api/failure.ts'
import { renewAfterEnrolment } from './api/programme.ts'
import { onAppEvent } from './app-events.ts'
import { type FlowWorld, refusalOf } from './flow-wiring.ts'
import { createIntentions } from './intentions.ts'
import { type Enrolment, enrolmentMachine } from './machines/enrolment.ts'

/** The flow of the dialog in which one enrols in the 2035 programme; wired with that dialog. */
export function wireEnrolment({ browser, http, queryClient, navigate, notifications, report }: FlowWorld) {
  const asOne = createIntentions()

  return enrolmentMachine.provide({
    actors: {
      enrol: fromPromise<{ location: string | null }, Enrolment>(async ({ input, signal }) => {
        const { campaign, opportunity, student, group } = input
        const body = { campaignUuid: campaign, opportunityUuid: opportunity, groupUuid: group, studentUuid: student }
        const { answer, error } = await asOne(JSON.stringify(input), (idempotencyKey) =>
          http('POST /v1/schedule/group/enroll', { body, idempotencyKey }),
        )
        if (error === null || isDecided(error)) await renewAfterEnrolment(queryClient)
        if (error !== null) {
          if (concernsSession(error)) report(error)
          throw refusalOf(error)
        }
        // Whoever has closed the dialog meanwhile hears of it all the same.
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
