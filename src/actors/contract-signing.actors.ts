import { fromCallback } from 'xstate'
import { isDefinitive, isSessionError, toResult } from '#src/api/api-error.ts'
import { contractSigningQuery } from '#src/api/contracts.ts'
import { invalidateChangedBy } from '#src/api/query-cache.ts'
import { contractSigningMachine, type ReadAgreement, type ReadText } from '#src/machines/contract-signing.ts'
import type { PauseTick } from '#src/machines/one-time-code.ts'
import type { SentCode } from '#src/machines/two-factor.ts'
import { startCountdown } from './countdown.ts'
import { type FlowDependencies, toFlowError } from './flow-dependencies.ts'
import { promiseActor } from './promise-actor.ts'

/** Actors of the machine that signs a contract. */
export function provideContractSigning({ browser, http, queryClient, report }: FlowDependencies) {
  /**
   * Errors of these calls are shown in the dialog. After one that says that the contract is another by now, what is on the
   * screen is read again first.
   */
  async function orRefusal<Answer>(contract: string, made: Promise<Answer>): Promise<Answer> {
    const { answer, error } = await toResult(made)
    if (error === null) return answer
    if (isSessionError(error)) report(error)
    else if (isDefinitive(error) && isOutdated(error.type)) {
      await queryClient.invalidateQueries({ queryKey: contractSigningQuery(contract).queryKey })
      await invalidateChangedBy(queryClient, 'POST /v1/profile/contract/{contractId}/signing/sign')
    }
    throw toFlowError(error)
  }

  return contractSigningMachine.provide({
    actors: {
      countPause: fromCallback<PauseTick, { seconds: number }>(({ input, sendBack }) =>
        startCountdown(browser(), input.seconds, (secondsLeft) => sendBack({ type: 'pause.ticked', secondsLeft })),
      ),
      acceptAgreement: promiseActor<void, ReadAgreement>(async ({ input: { contract, hash } }) => {
        const address = 'POST /v1/profile/contract/{contractId}/signing/agree'
        await orRefusal(contract, http(address, { params: { contractId: contract }, body: { hash } }))
        await invalidateChangedBy(queryClient, address)
      }),
      sendCode: promiseActor<SentCode, ReadText>(({ input: { contract, textHash } }) => {
        const address = 'POST /v1/profile/contract/{contractId}/signing/send'
        return orRefusal(contract, http(address, { params: { contractId: contract }, body: { textHash } }))
      }),
      checkCode: promiseActor<void, ReadText & { code: string }>(async ({ input: { contract, textHash, code } }) => {
        const address = 'POST /v1/profile/contract/{contractId}/signing/sign'
        const body = { textHash, code }
        await orRefusal(contract, http(address, { params: { contractId: contract }, body }))
        await invalidateChangedBy(queryClient, address)
      }),
    },
  })
}

function isOutdated(type: string): boolean {
  return ['contract-text-changed', 'state-conflict', 'not-found'].includes(type)
}
