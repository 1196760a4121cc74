import { isDefinitive, isSessionError } from '#src/api/api-error.ts'
import { invalidateChangedBy } from '#src/api/query-cache.ts'
import { contractTerminationMachine, type TerminationRequest } from '#src/machines/contract-termination.ts'
import { createIdempotencyKeys } from '#src/storage/idempotency-keys.ts'
import { type FlowDependencies, toFlowError } from './flow-dependencies.ts'
import { promiseActor } from './promise-actor.ts'

const address = 'POST /v1/profile/contract/{contractId}/termination'

/** Actor of the machine that terminates a contract. A repeat of the same request terminates it once. */
export function provideContractTermination({ reauthenticatedHttp, queryClient, report }: FlowDependencies) {
  const { run: runWithKey } = createIdempotencyKeys()
  return contractTerminationMachine.provide({
    actors: {
      terminate: promiseActor<void, TerminationRequest>(async ({ input }) => {
        const { contract: contractId, lastDay, moveTo, hash, account } = input
        const body = { lastDay, hash, ...(moveTo !== null && { moveTo }), ...(account && { bank: account }) }
        const { error } = await runWithKey(JSON.stringify(input), (idempotencyKey) =>
          reauthenticatedHttp(address, { params: { contractId }, body, idempotencyKey }),
        )
        // After a refusal the sums on the screen are read again before they can be accepted.
        if (error === null || isDefinitive(error)) await invalidateChangedBy(queryClient, address)
        if (error === null) return
        if (isSessionError(error)) report(error)
        throw toFlowError(error)
      }),
    },
  })
}
