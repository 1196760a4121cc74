import { isSessionError, toResult } from '#src/api/api-error.ts'
import { invalidateChangedBy } from '#src/api/query-cache.ts'
import type { EnteredCode } from '#src/machines/one-time-code.ts'
import { type LookedAt, pairingMachine } from '#src/machines/pairing.ts'
import { type FlowDependencies, toFlowError } from './flow-dependencies.ts'
import { promiseActor } from './promise-actor.ts'

/** Actors and actions of the machine that uses a pairing code. */
export function providePairing({
  http,
  reauthenticatedHttp,
  queryClient,
  session,
  notifications,
  report,
}: FlowDependencies) {
  /** Errors of these calls are shown in the dialog; only errors of the session are reported. */
  async function orRefusal<Answer>(call: Promise<Answer>): Promise<Answer> {
    const { answer, error } = await toResult(call)
    if (error === null) return answer
    if (isSessionError(error)) report(error)
    throw toFlowError(error)
  }

  return {
    pairing: pairingMachine.provide({
      actors: {
        lookAtCode: promiseActor<LookedAt, EnteredCode>(({ input: body }) =>
          orRefusal(http('POST /v1/profile/pairing/preview', { body })),
        ),
        useCode: promiseActor<void, EnteredCode>(async ({ input: body }) => {
          await orRefusal(reauthenticatedHttp('POST /v1/profile/pairing', { body }))
          void invalidateChangedBy(queryClient, 'POST /v1/profile/pairing')
          // A new role, or the account of the child.
          session().send({ type: 'profile.changed' })
        }),
      },
      actions: {
        notifyPaired: () => notifications.send({ type: 'notification.show', kind: 'paired', tone: 'success' }),
      },
    }),
  }
}
