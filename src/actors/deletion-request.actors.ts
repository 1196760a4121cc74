import { isDefinitive, isSessionError, toResult } from '#src/api/api-error.ts'
import { invalidateChangedBy } from '#src/api/query-cache.ts'
import { type DeletionOf, deletionRequestMachine, type SentRequest } from '#src/machines/deletion-request.ts'
import { createIdempotencyKeys } from '#src/storage/idempotency-keys.ts'
import { type FlowDependencies, toFlowError } from './flow-dependencies.ts'
import { promiseActor } from './promise-actor.ts'

const ask = 'POST /v1/profile/data-request/deletion'
const withdraw = 'POST /v1/profile/data-request/{id}/withdraw'

/** Actors of the machine that asks for a deletion. A repeat of the same request asks once. */
export function provideDeletionRequest({ http, reauthenticatedHttp, queryClient, report }: FlowDependencies) {
  const { run: runWithKey } = createIdempotencyKeys()
  return deletionRequestMachine.provide({
    actors: {
      requestDeletion: promiseActor<SentRequest, DeletionOf>(async ({ input: { subjectId } }) => {
        const { answer, error } = await runWithKey(subjectId, (idempotencyKey) =>
          reauthenticatedHttp(ask, { body: { subjectId }, idempotencyKey }),
        )
        if (error === null || isDefinitive(error)) void invalidateChangedBy(queryClient, ask)
        if (error === null) return { id: answer.id }
        if (isSessionError(error)) report(error)
        throw toFlowError(error)
      }),
      withdrawRequest: promiseActor<void, SentRequest>(async ({ input: { id } }) => {
        const { error } = await toResult(http(withdraw, { params: { id } }))
        void invalidateChangedBy(queryClient, withdraw)
        if (error === null) return
        if (isSessionError(error)) report(error)
        throw toFlowError(error)
      }),
    },
  })
}
