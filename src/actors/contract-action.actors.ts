import type { ActionPreview } from '#contract/billing/contract-actions.ts'
import { isDefinitive, isSessionError, toResult } from '#src/api/api-error.ts'
import { invalidateChangedBy } from '#src/api/query-cache.ts'
import { type ActionRequest, contractActionMachine, type RowRequest } from '#src/machines/contract-action.ts'
import { createIdempotencyKeys } from '#src/storage/idempotency-keys.ts'
import { type FlowDependencies, toFlowError } from './flow-dependencies.ts'
import { promiseActor } from './promise-actor.ts'

const address = 'POST /v1/admin/contract/{contractId}/action'

/** Actors of the machine of the staff's actions on contracts. A repeat of the same row acts once. */
export function provideContractAction({ http, reauthenticatedHttp, queryClient, report }: FlowDependencies) {
  const { run: runWithKey } = createIdempotencyKeys()
  return contractActionMachine.provide({
    actors: {
      preview: promiseActor<ActionPreview[], ActionRequest>(async ({ input: { terms, targets } }) => {
        const body = { terms, targets: [...targets] }
        const { answer, error } = await toResult(http('POST /v1/admin/contract-action/preview', { body }))
        if (error === null) return answer
        if (isSessionError(error)) report(error)
        throw toFlowError(error)
      }),
      act: promiseActor<void, RowRequest>(async ({ input }) => {
        const { contractUuid: contractId, reason, ...target } = input
        const body = { ...target, reason: reason || undefined }
        const { error } = await runWithKey(JSON.stringify(input), (idempotencyKey) =>
          reauthenticatedHttp(address, { params: { contractId }, body, idempotencyKey }),
        )
        if (error === null || isDefinitive(error)) void invalidateChangedBy(queryClient, address)
        if (error === null) return
        if (isSessionError(error)) report(error)
        throw toFlowError(error)
      }),
    },
  })
}
